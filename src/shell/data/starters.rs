//! What code of other languages starts, goes through and opens, by the names
//! in it.

/// Functions and methods that run the command or the program that the string
/// behind them names.
pub(crate) const STARTERS: &[&str] = &[
    "Command",
    "Open3",
    "Popen",
    "ProcessBuilder",
    "Start",
    "backtick",
    "call",
    "capture2",
    "capture2e",
    "capture3",
    "check_call",
    "check_output",
    "command",
    "create_subprocess_exec",
    "create_subprocess_shell",
    "exec",
    "execFile",
    "execFileSync",
    "execSync",
    "execa",
    "execaCommand",
    "execl",
    "execlp",
    "execute",
    "execv",
    "execvp",
    "getoutput",
    "getstatusoutput",
    "passthru",
    "pcntl_exec",
    "pipe",
    "popen",
    "popen2",
    "popen2e",
    "popen3",
    "posix_spawn",
    "posix_spawnp",
    "proc_open",
    "qx",
    "run",
    "sh",
    "shell",
    "shell_exec",
    "spawn",
    "spawnSync",
    "spawnl",
    "spawnlp",
    "spawnv",
    "spawnvp",
    "system",
    "system2",
];

/// Functions and methods that remove, move or copy a directory with all that
/// is in it.
pub(crate) const TREES: &[&str] = &[
    "copy_tree",
    "copytree",
    "cp",
    "cpSync",
    "cp_r",
    "make_archive",
    "move",
    "mv",
    "remove_dir_all",
    "remove_entry",
    "remove_entry_secure",
    "remove_tree",
    "removedirs",
    "rename",
    "renameSync",
    "renames",
    "rm",
    "rmSync",
    "rm_r",
    "rm_rf",
    "rmtree",
    "unpack_archive",
];

/// What code of some language calls to take a whole directory away, to move
/// it, or to put another in its place.
pub(crate) const CHANGED_TREES: &[&str] = &[
    ").rename(",
    ").rm(",
    "RemoveAll",
    "copy_tree",
    "copytree",
    "delete-directory",
    "deleteDir",
    "deleteRecursively",
    "emptyDir",
    "fs.rm",
    "fs.rename",
    "moveSync",
    "os.rename",
    "os.replace",
    "promises.rename",
    "promises.rm",
    "recursive=TRUE",
    "recursive=true",
    "removeSync",
    "remove_dir",
    "remove_tree",
    "rename(\"",
    "rename('",
    "rename-file",
    "renameSync",
    "rimraf",
    "rm(\"",
    "rm('",
    "rmSync",
    "rm_r",
    "rmdirSync",
    "rmtree",
    "shutil.move",
];

/// What it calls to copy one, to pack it, or to move it where it can be read.
pub(crate) const READ_TREES: &[&str] = &[
    "copy_tree",
    "copytree",
    "cpSync",
    "cp_r",
    "fs.cp",
    "make_archive",
    "os.rename",
    "promises.cp",
    "renameSync",
    "shutil.move",
];

/// What makes links in other languages, which commands behind may go through.
pub(crate) const LINKERS: &[&str] =
    &["symlink ", "symlink(", "symlinkSync", "symlink_to"];

/// Functions that say where the names behind them are looked for.
pub(crate) const CHANGERS: &[&str] = &["chdir"];

/// What finds files by itself in other languages.
pub(crate) const WALKERS: &[&str] = &[
    "--name-only",
    ".walk(",
    "Dir.glob",
    "Dir[",
    "DirectoryIterator",
    "File::Find",
    "Find.find",
    "WalkDir",
    "cfdo",
    "directory-files",
    "extractall(",
    "fast-glob",
    "find(sub",
    "glob.sync",
    "globSync(",
    "globby",
    "grep -l",
    "grep -rl",
    "iterdir(",
    "listdir(",
    "ls-files",
    "os.walk(",
    "readdir",
    "rg -l",
    "rglob(",
    "scanSync(",
    "scandir(",
];

/// Parts of the names of functions that open, change or remove a file.
pub(crate) const OPENERS: &[&str] = &[
    ".save",
    ".to_",
    "Bun.file",
    "File.read",
    "IO.read",
    "copy",
    "createRead",
    "createWrite",
    "extractall(",
    "file_get",
    "file_put",
    "makedirs",
    "mkdir",
    "move",
    "open",
    "readFile",
    "readText",
    "read_",
    "rename",
    "require(",
    "rmSync",
    "rmtree",
    "slurp",
    "symlink",
    "touch",
    "truncate",
    "unlink",
    "write",
];

/// What puts the names of files together.
pub(crate) const JOINERS: &[&str] =
    &["Path(", "catfile", "implode(", "join(", "join!(", "joinpath("];

/// How code says the home or the root.
pub(crate) const PLACES: &[&str] = &[
    "\"/\"",
    "'/'",
    "HOME",
    "USERPROFILE",
    "expanduser",
    "home",
    "os.sep",
    "path.sep",
    "~",
];

/// What code calls the words behind it.
pub(crate) const WORDS: &[&str] =
    &["ARGF", "ARGV", "argv", "shift", "@_", "<>"];

/// What names the environment.
pub(crate) const ENVIRONMENT: &[&str] =
    &["ENV", "environ", "getenv", "process.env"];

/// What stands before a command that is in no quotes, in languages that run
/// it: gdb, lldb, the clients of databases, editors, Tcl, m4.
pub(crate) const LEADS: &[&str] = &[
    "!", ".shell", ".system", ":!", "\\!", "esyscmd(", "exec", "pipe", "send",
    "shell", "spawn", "syscmd(", "system",
];
