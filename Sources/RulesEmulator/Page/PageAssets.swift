/// The style and the script of the page.
enum PageAssets {
  /// The style, for light and dark screens, wide and narrow ones.
  static let style = """
    :root { --back: #fff; --text: #1c1c1e; --dim: #5f6368; --line: #d9d9de; --field: #f5f5f7;
      --accent: #0b57d0; --good: #137333; --bad: #b3261e; --true: #cdeccf; --false: #f9d4d0;
      --both: #b7e1ea; --error: #ffe08a; --value: #e4e4f7; --never: #ececec; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #17181a; --text: #e8e8ea; --dim: #a3a6ab; --line: #3a3c40; --field: #222427;
        --accent: #8ab4f8; --good: #81c995; --bad: #f2b8b5; --true: #1f4a2a; --false: #5c2724;
        --both: #1b4b57; --error: #5f4a00; --value: #33335c; --never: #333; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 15px/1.5 system-ui, sans-serif; }
    header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center;
      padding: .6rem 1rem; border-bottom: 1px solid var(--line); position: sticky; top: 0;
      background: var(--back); z-index: 1; }
    h1 { font-size: 1.1rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
    h3 { font-size: .9rem; margin: 0 0 .3rem; color: var(--dim); }
    nav a { margin-right: .7rem; } a { color: var(--accent); }
    main { display: grid; gap: 1.5rem; padding: 1rem; max-width: 1600px; margin: auto;
      grid-template-columns: minmax(0, 1fr); }
    @media (min-width: 1000px) { main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
    section { scroll-margin-top: 4rem; min-width: 0; }
    form { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
    label { display: grid; font-size: .85rem; color: var(--dim); } .wide { grid-column: span 2; }
    @media (max-width: 500px) { .wide { grid-column: auto; } }
    header label { display: flex; gap: .4rem; align-items: center; }
    input, select, button { font: inherit; padding: .35rem .5rem; color: var(--text);
      background: var(--field); border: 1px solid var(--line); border-radius: 6px; min-width: 0; }
    button { cursor: pointer; background: var(--accent); color: var(--back); border: 0;
      align-self: end; } li button { background: none; color: var(--accent); padding: .1rem .2rem;
      text-align: left; overflow-wrap: anywhere; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    pre { margin: .5rem 0 0; padding: .7rem; background: var(--field); border-radius: 6px;
      font: 13px/1.5 ui-monospace, monospace; overflow: auto; max-height: 32rem; tab-size: 2; }
    .note { color: var(--dim); font-size: .85rem; margin: .3rem 0; overflow-wrap: anywhere; }
    .scroll { overflow: auto; max-height: 32rem; }
    table { border-collapse: collapse; width: 100%; font-size: .85rem; }
    th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line);
      vertical-align: top; } td { overflow-wrap: anywhere; } td:first-child { white-space: nowrap; }
    .allowed { color: var(--good); } .denied { color: var(--bad); }
    #source span, #legend span { border-radius: 3px; } #legend span { padding: 0 .3rem; color: var(--text); }
    td:nth-child(2), td:nth-child(3) { overflow-wrap: normal; }
    .true { background: var(--true); } .false { background: var(--false); }
    .both { background: var(--both); } .error { background: var(--error); }
    .value { background: var(--value); } .never { background: var(--never); }
    .columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; max-height: 24rem; overflow: auto; }
    """

  /// The script: it asks the service, and shows what it says as text, never as markup.
  static let script = #"""
    'use strict';
    const $ = (id) => document.getElementById(id);
    const owner = { Authorization: 'Bearer owner', 'Rulescheck-Page': 'yes' };
    let last = 0, shownCoverage = '';
    $('host').textContent = location.host;
    const project = () => $('project').value || 'demo-no-project';
    const control = (name) => `/emulator/v1/projects/${encodeURIComponent(project())}:${name}`;
    const documents = () => `/v1/projects/${encodeURIComponent(project())}/databases/(default)/documents`;
    const json = async (path, options) => (await fetch(path, options)).json();
    const element = (name, text, className) => {
      const made = document.createElement(name);
      if (text !== undefined) made.textContent = text;
      if (className) made.className = className;
      return made;
    };

    async function showProjects() {
      const list = (await json('/emulator/v1/projects')).databases.map((entry) => entry.project);
      const names = [...new Set(['demo-no-project', ...list])];
      const known = [...$('project').options].map((option) => option.value);
      if (known.join('\n') === names.join('\n')) return;
      const chosen = $('project').value;
      $('project').replaceChildren(...names.map((name) => new Option(name)));
      if (names.includes(chosen) && chosen !== 'demo-no-project') $('project').value = chosen;
      else $('project').value = names[names.length - 1];
    }

    async function showRequests() {
      const found = (await json(`${control('requests')}?after=${last}`)).requests;
      if (!found.length) return false;
      last = found[found.length - 1].number;
      $('requests').hidden = false; $('log-none').hidden = true;
      const rows = $('requests').tBodies[0];
      for (const entry of found) {
        const row = element('tr');
        const word = entry.status === 403 ? 'denied' : entry.status < 400 ? 'allowed' : 'failed';
        row.append(element('td', entry.time.slice(11, 19)),
          element('td', `${entry.status} ${word}`, entry.status < 400 ? 'allowed' : 'denied'),
          element('td', entry.user ?? 'nobody'),
          element('td', `${entry.method} ${decodeURIComponent(entry.target.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(/^.*?\/documents/, '') || '/'}`),
          element('td', (entry.message ?? '').trim()));
        rows.prepend(row);
      }
      while (rows.rows.length > 500) rows.deleteRow(-1);
      return true;
    }

    // What was skipped, and what was not known before documents were read, is no value.
    const known = (node) => (node.values ?? []).filter(({ value }) =>
      Object.keys(value).length && ('undefined' in value ? value.undefined.causeMessage : true));

    function kind(node) {
      const values = known(node);
      if (!values.length) return 'never';
      const seen = new Set(values.map((entry) =>
        'boolValue' in entry.value ? String(entry.value.boolValue) : 'undefined' in entry.value ? 'error' : 'value'));
      if (seen.has('true') && seen.has('false')) return 'both';
      for (const word of ['true', 'false', 'error']) if (seen.has(word)) return word;
      return 'value';
    }

    function describe(node) {
      const values = known(node);
      if (!values.length) return 'Never evaluated';
      return values.slice(0, 8).map((entry) => {
        const [[name, value]] = Object.entries(entry.value);
        const text = name === 'undefined' ? value.causeMessage ?? 'not known' : JSON.stringify(value);
        return `${text.slice(0, 120)} (${entry.count} times)`;
      }).join('\n');
    }

    async function showRules() {
      const report = await json(control('ruleCoverage'));
      const text = JSON.stringify(report);
      if (text === shownCoverage) return;
      shownCoverage = text;
      const letters = Array.from(report.rules.files[0]?.content ?? '');
      const marks = new Array(letters.length).fill(null);
      const walk = (node) => {
        const place = node.sourcePosition ?? {};
        for (let at = place.currentOffset ?? 0; at <= (place.endOffset ?? -1) && at < marks.length; at++) marks[at] = node;
        for (const child of node.children ?? []) walk(child);
      };
      for (const node of report.report ?? []) walk(node);
      const parts = [];
      for (let start = 0; start < letters.length;) {
        let end = start + 1;
        while (end < letters.length && marks[end] === marks[start]) end++;
        const piece = letters.slice(start, end).join('');
        if (marks[start]) {
          const span = element('span', piece, kind(marks[start]));
          span.title = describe(marks[start]);
          parts.push(span);
        } else parts.push(document.createTextNode(piece));
        start = end;
      }
      $('source').replaceChildren(...parts);
    }

    const choice = (text, action) => {
      const item = element('li'), button = element('button', text);
      button.type = 'button';
      button.addEventListener('click', action);
      item.append(button);
      return item;
    };

    async function showCollections(parent = '') {
      const found = await json(`${documents()}${parent}:listCollectionIds`,
        { method: 'POST', headers: owner, body: '{}' });
      const items = (found.collectionIds ?? []).map((id) => choice(id, () => showDocuments(`${parent}/${id}`)));
      if (parent) items.unshift(choice('↑ all collections', () => showCollections()));
      $('collections').replaceChildren(...items);
    }

    async function showDocuments(path) {
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      const found = await json(`${documents()}${encoded}?pageSize=100&showMissing=true`, { headers: owner });
      $('collection-name').textContent = path.slice(1);
      $('names').replaceChildren(...(found.documents ?? []).map((entry) => {
        const id = entry.name.split('/').pop();
        return choice(id, () => {
          $('document').hidden = false;
          $('document').textContent = entry.fields ? JSON.stringify(entry.fields, null, 2) : 'Only what lies below it is there.';
          showCollections(`${encoded}/${encodeURIComponent(id)}`);
        });
      }));
    }

    $('question').addEventListener('submit', async (event) => {
      event.preventDefault();
      const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
      const claims = $('claims').value.trim();
      const user = $('uid').value ? `{ uid: ${quoted($('uid').value)}${claims ? `, ${claims}` : ''} }` : '';
      const request = `${$('method').value} ${$('path').value} ${$('data').value}`.trim();
      const found = await json(control('explain'), { method: 'POST', body: JSON.stringify({ request, user }) });
      $('answer').hidden = false;
      $('answer').className = found.problems ? '' : found.allowed ? 'allowed' : 'denied';
      $('answer').textContent = found.problems?.join('\n') ?? found.text;
    });

    $('project').addEventListener('change', () => { shownCoverage = ''; refresh(true); });

    async function refresh(isFull) {
      try {
        await showProjects();
        const hasNew = await showRequests();
        if (hasNew || isFull || !shownCoverage) { await showRules(); if (!$('names').hasChildNodes()) await showCollections(); }
      } catch { /* The service is not there at the moment; it is asked again. */ }
    }
    refresh(true);
    // What is told of a request is that there was one; a burst of them is shown at once.
    let isDue = false;
    function watch() {
      const socket = new WebSocket(`ws${location.protocol === 'https:' ? 's' : ''}://${location.host}/requests`);
      socket.onclose = () => setTimeout(watch, 2000);
      socket.onmessage = () => {
        if (isDue) return;
        isDue = true;
        setTimeout(() => { isDue = false; refresh(false); }, 50);
      };
    }
    watch();
    // Requests of the owner, whom rules are not asked about, and what nobody tells of.
    setInterval(() => { if (!document.hidden) refresh(false); }, 1000);
    """#
}
