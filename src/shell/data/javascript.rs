//! What JavaScript of Node may use and still run no program, write no file
//! and ask nobody else.

/// Modules that do nothing beyond the process, by their manual.
pub(crate) const PLAIN_MODULES: &[&str] =
    &["assert", "os", "path", "querystring", "string_decoder", "url", "util"];

/// Names that reach more, as what stands alone: what runs texts, what looks
/// names up, and the modules of Node, which code of `-e` has without asking.
pub(crate) const REACHING_NAMES: &[&str] = &[
    "BroadcastChannel",
    "Bun",
    "Deno",
    "EventSource",
    "Function",
    "MessageChannel",
    "Proxy",
    "Reflect",
    "ShadowRealm",
    "SharedWorker",
    "Symbol",
    "WebAssembly",
    "WebSocket",
    "Worker",
    "XMLHttpRequest",
    "arguments",
    "async_hooks",
    "child_process",
    "cluster",
    "constructor",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "eval",
    "exports",
    "fetch",
    "global",
    "globalThis",
    "http",
    "http2",
    "https",
    "import",
    "importScripts",
    "inspector",
    "localStorage",
    "module",
    "net",
    "process",
    "prototype",
    "readline",
    "repl",
    "require",
    "root",
    "self",
    "sessionStorage",
    "stream",
    "super",
    "this",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "v8",
    "vm",
    "wasi",
    "window",
    "with",
    "worker_threads",
    "zlib",
];

/// The same as parts of something. Those that start with `_` do, too.
pub(crate) const REACHING_PARTS: &[&str] = &[
    "arguments",
    "binding",
    "callee",
    "caller",
    "captureStackTrace",
    "child_process",
    "connect",
    "constructor",
    "dlopen",
    "eval",
    "exports",
    "getBuiltinModule",
    "getFunction",
    "getThis",
    "global",
    "globalThis",
    "mainModule",
    "module",
    "prepareStackTrace",
    "process",
    "prototype",
    "require",
    "setEngine",
];

/// What names that lead further may be asked for, and nothing else of them.
pub(crate) const PARTS: &[(&str, &[&str])] = &[
    (
        "console",
        &[
            "assert", "count", "debug", "dir", "error", "group", "groupEnd",
            "info", "log", "table", "time", "timeEnd", "warn",
        ],
    ),
    ("Error", &[]),
    ("JSON", &["parse", "stringify"]),
    (
        "Object",
        &["assign", "entries", "freeze", "fromEntries", "keys", "values"],
    ),
];

/// The same of the process.
pub(crate) const OF_PROCESS: &[&str] = &[
    "arch",
    "argv",
    "cpuUsage",
    "cwd",
    "env",
    "execPath",
    "exit",
    "exitCode",
    "hrtime",
    "memoryUsage",
    "nextTick",
    "pid",
    "platform",
    "ppid",
    "release",
    "uptime",
    "version",
    "versions",
];

/// The same of its streams.
pub(crate) const STREAMS: &[(&str, &[&str])] = &[
    ("stderr", &["columns", "isTTY", "rows", "write"]),
    ("stdin", &["isTTY", "on", "once", "resume", "setEncoding"]),
    ("stdout", &["columns", "isTTY", "rows", "write"]),
];

/// Modules of which only these functions reach nothing.
pub(crate) const ASKED: &[(&str, &[&str])] = &[
    (
        "crypto",
        &[
            "createHash",
            "createHmac",
            "getHashes",
            "randomBytes",
            "randomInt",
            "randomUUID",
        ],
    ),
    ("fs", LOOKING),
];

/// Functions that look at the file which their first word names.
pub(crate) const LOOKING: &[&str] =
    &["existsSync", "readFileSync", "readdirSync", "statSync"];

/// Words behind which a value starts.
pub(crate) const KEYWORDS: &[&str] = &[
    "case",
    "delete",
    "do",
    "else",
    "in",
    "instanceof",
    "new",
    "return",
    "throw",
    "typeof",
    "void",
];
