/// What every page of HTML has: how it looks, and how it answers to the mouse and the keys.
enum HTMLAssets {
  /// The style sheet.
  static let style = """
    :root{--page:#fbfbfa;--ink:#1f2328;--soft:#656d76;--line:#e3e3df;--card:#fff;
    --full:#d3f3dc;--part:#ffe9a8;--fail:#ead9ff;--none:#ffd3d0;--good:#2da44e;
    --partline:#b17a00;--failline:#7c3fd0;--noneline:#cf222e;--focus:#0969da}
    @media (prefers-color-scheme:dark){:root{--page:#14171c;--ink:#dfe4ea;--soft:#929ba6;
    --line:#2b3038;--card:#1a1e25;--full:#173d27;--part:#4d3c0c;--fail:#3c2a63;--none:#59201f;
    --good:#3fb950;--partline:#e3b341;--failline:#b794f4;--noneline:#ff7b72;--focus:#58a6ff}}
    *{box-sizing:border-box}
    html{scroll-padding-top:1rem}
    body{margin:0 auto;max-width:76rem;padding:1.25rem 1rem 7rem;background:var(--page);
    color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
    h1{font-size:1.45rem;line-height:1.2;margin:.25rem 0 1rem}
    h2{font-size:1.1rem;margin:2.25rem 0 .6rem;overflow-wrap:anywhere}
    h2 small{color:var(--soft);font-weight:400;margin-left:.4rem}
    a{color:var(--focus);text-decoration:none}a:hover{text-decoration:underline}
    code,kbd,.n,.k,#tip pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    .summary{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--line);
    border-radius:8px;overflow:hidden}
    .summary th,.summary td{padding:.5rem .75rem;text-align:left;border-top:1px solid var(--line);
    font-weight:400;overflow-wrap:anywhere}
    .summary thead th{border-top:0;color:var(--soft);font-size:.85rem}
    .summary td{white-space:nowrap;font-variant-numeric:tabular-nums}
    .bar{display:inline-block;vertical-align:middle;width:6rem;height:.5rem;margin-right:.6rem;
    border-radius:9px;background:var(--none);overflow:hidden}
    .bar i{display:block;height:100%;background:var(--good)}
    .legend{margin:1rem 0 .35rem;display:flex;flex-wrap:wrap;gap:.4rem .6rem;font-size:.85rem}
    .legend .e{padding:.05rem .45rem;cursor:default}
    .hint{margin:.35rem 0;color:var(--soft);font-size:.85rem}
    kbd{font-size:.8rem;padding:0 .3rem;border:1px solid var(--line);border-radius:4px;background:var(--card)}
    details{margin:.5rem 0 .9rem}summary{cursor:pointer;color:var(--soft)}
    .gaps{margin:.4rem 0 0;padding:0;list-style:none;font-size:.9rem}
    .gaps li{padding:.12rem 0;overflow-wrap:anywhere}
    .gaps a{display:inline-block;min-width:3.6rem;font-variant-numeric:tabular-nums}
    .gaps code,.done{font-size:.85rem}.done{color:var(--good)}
    .code{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem 0;
    font-size:13px;line-height:1.65}
    .l{display:grid;grid-template-columns:3.1rem 3.2rem minmax(0,1fr);scroll-margin-top:30vh}
    .l:target{background:color-mix(in srgb,var(--focus) 12%,transparent)}
    .n,.k{text-align:right;color:var(--soft);padding-right:.75rem;user-select:none;font-size:12px}
    .n{opacity:.75}.k.zero{color:var(--noneline);font-weight:600}
    .l code{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2;padding-right:.75rem;
    padding-left:1.5rem;text-indent:-1.5rem}
    .e{border-radius:3px;padding:.08rem 0}
    .l .e{cursor:help;-webkit-box-decoration-break:clone;box-decoration-break:clone}
    .full{background:var(--full)}.part{background:var(--part)}
    .fail{background:var(--fail)}.none{background:var(--none)}
    .value.full{background:none}
    .part,.fail,.none{text-decoration:underline 1.5px var(--partline);text-underline-offset:3px}
    .fail{text-decoration-style:dashed;text-decoration-color:var(--failline)}
    .none{text-decoration-style:wavy;text-decoration-thickness:1px;text-decoration-color:var(--noneline)}
    .full{text-decoration:none}
    .e.on{outline:2px solid var(--focus);outline-offset:1px}
    .e:focus,a:focus-visible,summary:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
    #tip{position:fixed;z-index:9;max-width:min(34rem,calc(100vw - 1rem));max-height:45vh;overflow:hidden;
    padding:.5rem .75rem;background:var(--ink);color:var(--page);border-radius:8px;font-size:13px;
    box-shadow:0 6px 24px rgba(0,0,0,.28);pointer-events:none}
    #tip[hidden]{display:none}
    #tip b{font-weight:600}
    #tip pre{margin:.35rem 0 0;font-size:12px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
    @media (max-width:640px){body{padding:.9rem .6rem 7rem;font-size:14px}.wide{display:none}
    h1{font-size:1.25rem}.bar{width:4.2rem}.code{font-size:12px;margin:0 -.15rem}
    .l{grid-template-columns:2.1rem 2.1rem minmax(0,1fr)}.n,.k{padding-right:.45rem;font-size:11px}
    .l code{padding-right:.4rem}}
    @media print{#tip,.hint{display:none}body{max-width:none}}
    """

  /// The script: a tip with the values of the expression under the pointer or the focus, and keys for gaps.
  static let script = """
    'use strict';
    const tip = document.getElementById('tip');
    let shown = null;
    function hide() {
      if (shown) shown.classList.remove('on');
      shown = null;
      tip.hidden = true;
    }
    function show(mark) {
      if (mark === shown) return;
      hide();
      if (!mark || !mark.dataset.s) return;
      shown = mark;
      mark.classList.add('on');
      const head = document.createElement('b');
      head.textContent = mark.dataset.s;
      tip.replaceChildren(head);
      if (mark.dataset.v) {
        const values = document.createElement('pre');
        values.textContent = mark.dataset.v;
        tip.append(values);
      }
      tip.hidden = false;
      const place = mark.getClientRects()[0] || mark.getBoundingClientRect();
      const size = tip.getBoundingClientRect();
      const left = Math.min(place.left, innerWidth - size.width - 8);
      const below = place.bottom + 8;
      const above = place.top - size.height - 8;
      tip.style.left = Math.max(8, left) + 'px';
      tip.style.top = (below + size.height < innerHeight || above < 0 ? below : above) + 'px';
    }
    document.addEventListener('mouseover', event => {
      const mark = event.target.closest('.code .e');
      if (mark) show(mark); else if (document.activeElement !== shown) hide();
    });
    document.addEventListener('focusin', event => show(event.target.closest('.code .e')));
    document.addEventListener('click', event => show(event.target.closest('.code .e')));
    document.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape') hide();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { n: 1, p: -1 }[event.key];
      if (!step) return;
      const gaps = [...document.querySelectorAll('.code .gap')];
      if (!gaps.length) return;
      const current = gaps.indexOf(document.activeElement);
      const next = current < 0 ? (step > 0 ? 0 : gaps.length - 1)
        : (current + step + gaps.length) % gaps.length;
      gaps[next].scrollIntoView({ block: 'center' });
      gaps[next].focus({ preventScroll: true });
      requestAnimationFrame(() => requestAnimationFrame(() => { hide(); show(gaps[next]); }));
    });
    for (const mark of document.querySelectorAll('.code .e[tabindex]')) {
      mark.setAttribute('aria-label', mark.textContent + ': ' + mark.dataset.s);
      mark.setAttribute('role', 'note');
    }
    """
}
