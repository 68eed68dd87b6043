use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

/// Starts the rulescheck that is on the path.
struct Rulescheck;

impl zed::Extension for Rulescheck {
    fn new() -> Self {
        Rulescheck
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree
            .which("rulescheck")
            .ok_or("rulescheck is not on the path")?;
        Ok(Command {
            command,
            args: vec!["language-server".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Rulescheck);
