-- Rules and tests of Firebase in Neovim, 0.7 or later.
--
-- Put the file into ~/.config/nvim/plugin/, or its text into init.lua. The program is looked for on the
-- path; vim.g.rulescheck_program names another one.

local filetypes = { rules = 'firerules', rulestest = 'rulestest' }
if vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({ extension = filetypes })
end

local program = vim.g.rulescheck_program or 'rulescheck'

-- The folder of the project: where firebase.json is, or rulescheck.json, else where the file is.
local function root(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local current = folder
  while true do
    for _, name in ipairs({ 'firebase.json', 'rulescheck.json', '.git' }) do
      if vim.fn.empty(vim.fn.glob(current .. '/' .. name)) == 0 then
        return current
      end
    end
    local parent = vim.fn.fnamemodify(current, ':h')
    if parent == current then
      return folder
    end
    current = parent
  end
end

local function configuration(buffer)
  local folder = root(vim.api.nvim_buf_get_name(buffer))
  return {
    name = 'rulescheck',
    cmd = { program, 'language-server' },
    root_dir = folder,
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = folder } },
    settings = { rulescheck = { inlayHints = true, codeLenses = true } },
  }
end

-- Before 0.8 there is no vim.lsp.start, which shares one server between the buffers of a folder.
local clients = {}
local function start(buffer)
  local config = configuration(buffer)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

local group = vim.api.nvim_create_augroup('rulescheck', {})

-- Before 0.8 names of other languages that end in .rules come first.
if vim.fn.has('nvim-0.8') == 0 then
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    group = group,
    pattern = { '*.rules', '*.rulestest' },
    callback = function(event)
      vim.bo[event.buf].filetype = filetypes[vim.fn.fnamemodify(event.file, ':e')]
    end,
  })
end

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = { 'firerules', 'rulestest' },
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
    start(event.buf)
  end,
})

-- The lines above tests: `:lua vim.lsp.codelens.run()` runs the test of the line.
vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
  group = group,
  pattern = { '*.rules', '*.rulestest' },
  callback = function()
    pcall(vim.lsp.codelens.refresh)
  end,
})
