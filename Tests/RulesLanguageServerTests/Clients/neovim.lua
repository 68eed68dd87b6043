-- A session in Neovim without a screen; see README.md. It works on copies of the examples, shows what it
-- gets, and ends with a code other than 0 where that is not what is expected.

local script = debug.getinfo(1, 'S').source:sub(2)
local package_folder = vim.fn.fnamemodify(script, ':p:h:h:h:h')
vim.g.rulescheck_program = vim.env.RULESCHECK or (package_folder .. '/.build/release/rulescheck')
if vim.fn.executable(vim.g.rulescheck_program) == 0 then
  vim.g.rulescheck_program = vim.fn.fnamemodify(vim.g.rulescheck_program, ':p')
end
dofile(package_folder .. '/examples/editors/neovim/rulescheck.lua')

local function say(text)
  io.stdout:write(text .. '\n')
end

local function expect(what, is_right, found)
  say((is_right and 'ok    ' or 'WRONG ') .. what)
  if not is_right then
    say('      found ' .. vim.inspect(found))
    vim.cmd('cquit 1')
  end
end

local function wait(what, condition)
  expect(what, vim.wait(10000, condition, 20), 'nothing within ten seconds')
end

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
for _, name in ipairs({ 'firestore.rules', 'bookshelf.rulestest' }) do
  local path = package_folder .. '/examples/bookshelf/' .. name
  vim.fn.writefile(vim.fn.readfile(path, 'b'), folder .. '/' .. name, 'b')
end

vim.cmd('edit ' .. folder .. '/firestore.rules')
local buffer = vim.api.nvim_get_current_buf()
expect('the file has its type', vim.bo.filetype == 'firerules', vim.bo.filetype)
wait('the server is attached', function()
  return #vim.lsp.buf_get_clients(buffer) > 0
end)

-- What is asked about a place, and the first answer.
local function ask(method, more, position)
  local parameters = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  if position then
    parameters.position = { line = position[1], character = position[2] }
  end
  parameters = vim.tbl_extend('force', parameters, more or {})
  local answers, failure = vim.lsp.buf_request_sync(0, method, parameters, 10000)
  expect(method .. ' is answered', answers ~= nil, failure)
  for _, answer in pairs(answers) do
    expect(method .. ' has a result', answer.error == nil, answer.error)
    return answer.result
  end
end

-- Where a text first stands, and how many characters behind its beginning.
local function place(text, offset)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return { index - 1, column - 1 + (offset or 0) }
    end
  end
  error('no ' .. text)
end

local function replace(text, replacement)
  local position = place(text)
  vim.api.nvim_buf_set_text(0, position[1], position[2], position[1], position[2] + #text, { replacement })
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local original = text()

-- Diagnostics.
replace('request.auth.uid', 'reqest.auth.uid')
wait('a misspelt name has a diagnostic', function()
  return #vim.diagnostic.get(buffer) == 1
end)
local diagnostic = vim.diagnostic.get(buffer)[1]
say('      ' .. diagnostic.message)
expect('it is at the name', diagnostic.lnum == place('reqest')[1] and diagnostic.col == place('reqest')[2], diagnostic)

-- A code action, applied as the user would.
local range = {
  start = { line = diagnostic.lnum, character = diagnostic.col },
  ['end'] = { line = diagnostic.end_lnum, character = diagnostic.end_col },
}
local actions = ask('textDocument/codeAction', { range = range, context = { diagnostics = {} } })
local titles = vim.tbl_map(function(action) return action.title end, actions)
say('      ' .. table.concat(titles, ', '))
local fix
for _, action in ipairs(actions) do
  if action.kind == 'quickfix' and text() ~= original and not fix and vim.inspect(action.edit):find('"request"', 1, true) then
    fix = action
  end
end
expect('a fix is offered', fix ~= nil, titles)
vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
expect('the fix mends the text', text() == original, text())
wait('the diagnostic goes', function()
  return #vim.diagnostic.get(buffer) == 0
end)

-- Hover.
local hover = ask('textDocument/hover', nil, place('isOwner(resource.data)', 2))
say('      ' .. hover.contents.value:gsub('\n', '\n      '))
expect('hover tells of the function', hover.contents.value:find('isOwner', 1, true) ~= nil, hover)

-- Completion.
local completion = ask('textDocument/completion', nil, place('request.auth.uid', #'request.auth.'))
local labels = vim.tbl_map(function(item) return item.label end, completion.items or completion)
say('      ' .. table.concat(labels, ' '))
expect('completion knows who asks', vim.tbl_contains(labels, 'uid') and vim.tbl_contains(labels, 'token'), labels)

-- Rename, through Neovim's own function.
local target = place('function isOwner', #'function ')
vim.api.nvim_win_set_cursor(0, { target[1] + 1, target[2] })
vim.lsp.buf.rename('ownsIt')
wait('rename changes every use', function()
  return not text():find('isOwner', 1, true) and select(2, text():gsub('ownsIt', '')) == 5
end)
vim.cmd('undo')
expect('and is undone at once', text() == original, text())

-- Formatting, through Neovim's own function.
local format = vim.lsp.buf.format or function() vim.lsp.buf.formatting_sync(nil, 10000) end
format({ timeout_ms = 10000 })
local formatted = text()
replace('return request.auth != null;', 'return   request.auth!=null ;')
format({ timeout_ms = 10000 })
expect('formatting mends spaces', text() == formatted, text())

-- A test, run from the line above it.
vim.cmd('edit! ' .. folder .. '/bookshelf.rulestest')
expect('test files have their type', vim.bo.filetype == 'rulestest', vim.bo.filetype)
wait('the server is attached there, too', function()
  return #vim.lsp.buf_get_clients(0) > 0
end)
local lenses = ask('textDocument/codeLens')
local command
for _, lens in ipairs(lenses) do
  if not command and lens.command.command == 'rulescheck.runTests' then
    command = lens.command
  end
end
expect('there are lines above tests', command ~= nil, lenses)
local answers = vim.lsp.buf_request_sync(
  0, 'workspace/executeCommand', { command = command.command, arguments = command.arguments }, 10000
)
for _, answer in pairs(answers or {}) do
  say('      ' .. vim.inspect(answer.result):gsub('%s+', ' '))
  expect('the tests pass', answer.result and answer.result.passed > 0 and answer.result.failed == 0, answer)
end

say('all is as expected')
vim.cmd('qall!')
