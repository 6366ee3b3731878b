//! Types and methods of .NET that only compute: none of them runs a command,
//! or changes a file or what later words mean.

/// Types whose members all are of that kind, without `system.`.
const TYPES: &[&str] = &[
    "array",
    "bigint",
    "bitconverter",
    "bool",
    "boolean",
    "byte",
    "char",
    "collections.arraylist",
    "collections.generic.dictionary",
    "collections.generic.hashset",
    "collections.generic.list",
    "collections.generic.queue",
    "collections.generic.stack",
    "collections.hashtable",
    "collections.queue",
    "collections.specialized.ordereddictionary",
    "collections.stack",
    "console",
    "convert",
    "datetime",
    "datetimeoffset",
    "decimal",
    "diagnostics.stopwatch",
    "double",
    "enum",
    "float",
    "globalization.cultureinfo",
    "guid",
    "hashtable",
    "int",
    "int16",
    "int32",
    "int64",
    "io.path",
    "long",
    "math",
    "net.webutility",
    "numerics.biginteger",
    "object",
    "ordered",
    "pscustomobject",
    "psobject",
    "random",
    "regex",
    "runtime.interopservices.runtimeinformation",
    "short",
    "single",
    "string",
    "stringcomparer",
    "stringcomparison",
    "switch",
    "text.asciiencoding",
    "text.encoding",
    "text.regularexpressions.regex",
    "text.stringbuilder",
    "text.utf8encoding",
    "timespan",
    "timezoneinfo",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "ulong",
    "uri",
    "ushort",
    "version",
    "void",
    "web.httputility",
];

/// Types that something may be turned into, and what is said of parameters.
const PLAIN: &[&str] = &[
    "alias",
    "cmdletbinding",
    "outputtype",
    "parameter",
    "ref",
    "validatenotnullorempty",
    "validaterange",
    "validateset",
    "xml",
];

/// Types of which some methods are, by how their names start.
const PARTLY: &[(&str, &[&str])] = &[
    ("environment", &["expand", "get"]),
    ("io.directory", &["exists"]),
    ("io.file", &["exists"]),
    ("net.dns", &["gethostname"]),
    ("security.principal.windowsidentity", &["getcurrent"]),
    ("threading.thread", &["sleep"]),
];

/// Methods that only compute, whatever they are called on.
const METHODS: &[&str] = &[
    "add",
    "adddays",
    "addhours",
    "addmilliseconds",
    "addminutes",
    "addmonths",
    "addrange",
    "addseconds",
    "addyears",
    "compareto",
    "contains",
    "containskey",
    "containsvalue",
    "endswith",
    "equals",
    "getbytes",
    "getenumerator",
    "gethashcode",
    "getlength",
    "getstring",
    "gettype",
    "indexof",
    "isinrole",
    "lastindexof",
    "padleft",
    "padright",
    "split",
    "startswith",
    "substring",
    "subtract",
    "toarray",
    "tochararray",
    "tolocaltime",
    "tolower",
    "tolowerinvariant",
    "tostring",
    "touniversaltime",
    "toupper",
    "toupperinvariant",
    "trim",
    "trimend",
    "trimstart",
];

/// Methods of texts that other things have, too, to do more.
const OF_TEXTS: &[&str] = &["insert", "remove", "replace"];

/// Members that are texts.
const TEXTS: &[&str] = &[
    "basename",
    "directoryname",
    "extension",
    "fullname",
    "line",
    "message",
    "name",
    "path",
    "value",
];

/// Types to which something is assigned that changes no later word.
const SETTINGS: &[&str] = &[
    "console]::inputencoding",
    "console]::outputencoding",
    "console]::title",
    "net.servicepointmanager]::securityprotocol",
];

fn is(list: &[&str], name: &str) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(name))
}

/// The name of a type without `System.`, and without what it holds:
/// `List[string]`, `int[]`.
fn short(name: &str) -> &str {
    without_system(name.split(['[', '(']).next().unwrap_or(name).trim())
}

fn without_system(name: &str) -> &str {
    let front = name.get(.."system.".len());
    let front = front.filter(|f| f.eq_ignore_ascii_case("system."));
    name.get(front.map_or(0, str::len)..).unwrap_or(name)
}

/// Whether making a thing of this type, or turning one into it, runs nothing.
pub(crate) fn is_plain_type(name: &str) -> bool {
    let name = short(name);
    is(TYPES, name) || is(PLAIN, name)
}

/// Whether a method that belongs to a type only computes.
pub(crate) fn only_computes(owner: &str, method: &str) -> bool {
    let owner = short(owner);
    let starts = |start: &&str| {
        let front = method.get(..start.len());
        front.is_some_and(|front| front.eq_ignore_ascii_case(start))
    };
    let mut rows = PARTLY.iter();
    is(TYPES, owner)
        || rows.any(|row| is(&[row.0], owner) && row.1.iter().any(starts))
}

/// Whether a method of some thing only computes; `text` says that it is a
/// text.
pub(crate) fn is_plain_method(name: &str, text: bool) -> bool {
    is(METHODS, name) || text && is(OF_TEXTS, name)
}

/// Whether a member is a text, whatever it is one of.
pub(crate) fn is_text(member: &str) -> bool {
    is(TEXTS, member)
}

/// Whether a member of a type may be set without changing what words mean.
pub(crate) fn is_setting(target: &str) -> bool {
    let rest = target.trim().strip_prefix('[').map(without_system);
    rest.is_some_and(|rest| is(SETTINGS, rest))
}
