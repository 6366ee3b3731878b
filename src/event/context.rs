use super::{Among, Context, Mode, Platform, Searched, Shell};
use crate::diagnostic::UnknownWord;
use crate::diagnostic::suggest::nearest;
use crate::json::{Kind, Value};
use crate::source::Span;

/// Something wrong with a context; the rest of it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextFault {
    /// What is wrong.
    pub message: String,
    /// The bytes it concerns.
    pub span: Span,
    /// Whether it is only a key that is not known.
    pub unknown_key: bool,
}

impl std::error::Error for ContextFault {}

impl std::fmt::Display for ContextFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)
    }
}

impl Context {
    /// Every key of the object that it is read from.
    pub const KEYS: &[&str] = &[
        "absent",
        "active_skills",
        "branch",
        "case_sensitive",
        "cwd",
        "home",
        "is_project_lost",
        "links",
        "mcp_servers",
        "met",
        "mode",
        "platform",
        "project_root",
        "repository",
        "settings_dir",
        "settings_source",
        "shell",
        "start",
        "unmet",
        "unseen",
    ];

    /// Reads the object that a person or program gave as the context. Keys
    /// that are `null` count as left out.
    pub fn read(value: Value<'_>) -> (Context, Vec<ContextFault>) {
        let mut context = Context::default();
        let mut faults = Vec::new();
        if !value.is_object() {
            let message = "the context must be an object".to_owned();
            let span = value.span();
            faults.push(ContextFault { message, span, unknown_key: false });
        }
        for entry in value.entries() {
            if entry.value.kind() == Kind::Null {
                continue;
            }
            if let Err(message) = context.set(entry.name(), entry.value) {
                let span = entry.value.span();
                let unknown_key = !Context::KEYS.contains(&entry.name());
                faults.push(ContextFault { message, span, unknown_key });
            }
        }
        (context, faults)
    }

    fn set(&mut self, key: &str, value: Value<'_>) -> Result<(), String> {
        let text = || match value.str() {
            Some(text) if !value.has_lone_surrogate() => Ok(text.to_owned()),
            _ => Err(format!("`{key}` must be a text")),
        };
        let flag = || {
            let wrong = || format!("`{key}` must be true or false");
            value.bool().ok_or_else(wrong)
        };
        match key {
            "cwd" => self.cwd = Some(text()?),
            "start" => self.start = Some(text()?),
            "home" => self.home = Some(text()?),
            "project_root" => self.project_root = Some(text()?),
            "repository" => self.repository = Some(text()?),
            "branch" => self.branch = Some(text()?),
            "settings_source" => self.settings_source = Some(text()?),
            "settings_dir" => self.settings_dir = Some(text()?),
            "mode" => self.mode = Some(mode(&text()?)?),
            "platform" => self.platform = platform(&text()?)?,
            "shell" => self.shell = Some(shell(&text()?)?),
            "case_sensitive" => self.case_sensitive = Some(flag()?),
            "unseen" => self.unseen = flag()?,
            "is_project_lost" => self.is_project_lost = flag()?,
            "links" => self.links = links(value)?,
            "met" => self.met = searched(key, value)?,
            "unmet" => self.unmet = searched(key, value)?,
            "absent" => self.absent = texts(key, value)?,
            "active_skills" => self.active_skills = texts(key, value)?,
            "mcp_servers" => self.mcp_servers = texts(key, value)?,
            _ => {
                let known = Context::KEYS.iter().copied();
                return Err(match nearest(key, known) {
                    Some(near) => format!(
                        "`{key}` is no key of a context; did you mean \
                         `{near}`?"
                    ),
                    None => format!("`{key}` is no key of a context"),
                });
            }
        }
        Ok(())
    }
}

fn mode(name: &str) -> Result<Mode, String> {
    name.parse().map_err(|wrong: UnknownWord| wrong.to_string())
}

fn platform(name: &str) -> Result<Platform, String> {
    match name {
        "linux" => Ok(Platform::Linux),
        "macos" | "darwin" => Ok(Platform::MacOs),
        "windows" | "win32" => Ok(Platform::Windows),
        _ => Err(format!(
            "`{name}` is no platform; write `linux`, `macos` or `windows`"
        )),
    }
}

fn shell(name: &str) -> Result<Shell, String> {
    match name {
        "bash" | "sh" => Ok(Shell::Bash),
        "zsh" => Ok(Shell::Zsh),
        "powershell" | "pwsh" => Ok(Shell::PowerShell),
        _ => Err(format!(
            "`{name}` is no known shell; write `bash`, `zsh` or `powershell`"
        )),
    }
}

fn links(value: Value<'_>) -> Result<Vec<(String, String)>, String> {
    if !value.is_object() {
        return Err("`links` must be an object: path to target".to_owned());
    }
    let entries = value.entries().map(|entry| match entry.value.str() {
        Some(to) => Ok((entry.name().to_owned(), to.to_owned())),
        None => Err("the target of a link must be a text".to_owned()),
    });
    entries.collect()
}

fn searched(key: &str, value: Value<'_>) -> Result<Vec<Searched>, String> {
    let wrong = || {
        format!(
            "`{key}` must be a list of searches: `below` and `name`, with `among` \
             (`all`, `shown` or `tracked`) and `writes`"
        )
    };
    if !value.is_array() {
        return Err(wrong());
    }
    let one = |item: Value<'_>| {
        let text = |key| item.get(key).and_then(Value::str);
        let writes = item.get("writes").map_or(Some(false), Value::bool);
        Some(Searched {
            below: text("below")?.to_owned(),
            name: text("name")?.to_owned(),
            writes: writes?,
            among: match item.get("among").map_or(Some("all"), Value::str)? {
                "all" => Among::All,
                "shown" => Among::Shown,
                "tracked" => Among::Tracked,
                _ => return None,
            },
        })
    };
    value.items().map(|item| one(item).ok_or_else(wrong)).collect()
}

fn texts(key: &str, value: Value<'_>) -> Result<Vec<String>, String> {
    let wrong = || format!("`{key}` must be a list of names");
    if !value.is_array() {
        return Err(wrong());
    }
    let names = value.items().map(|item| item.str().map(str::to_owned));
    names.map(|name| name.ok_or_else(wrong)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn every_key_is_read() {
        let text = r#"{"cwd":"/c","home":"/h","project_root":"/p",
            "repository":"/p","branch":"b","settings_source":"user",
            "settings_dir":"/s","mode":"plan",
            "links":{"/a":"/b"},"platform":"macos","shell":"zsh",
            "case_sensitive":true,"mcp_servers":["x"],
            "absent":["/c/.env"],"unseen":true,"start":"/t",
            "unmet":[{"below":"a","name":"*","among":"shown"}],
            "met":[],"is_project_lost":true,"active_skills":["s"]}"#;
        let tape = Tape::of(text);
        let (context, faults) = Context::read(tape.root(text).unwrap());
        assert_eq!(faults, []);
        assert_eq!(context.cwd.as_deref(), Some("/c"));
        assert_eq!(context.branch.as_deref(), Some("b"));
        assert_eq!(context.links, [("/a".to_owned(), "/b".to_owned())]);
        assert_eq!(context.platform, Platform::MacOs);
        assert_eq!(context.shell, Some(Shell::Zsh));
        assert_eq!(context.case_sensitive, Some(true));
        assert_eq!(context.mcp_servers, ["x"]);
        assert_eq!(context.active_skills, ["s"]);
        assert_eq!(context.absent, ["/c/.env"]);
        assert_eq!(context.mode, Some(Mode::Plan));
        assert!(context.unseen);
        let (among, writes) = (Among::Shown, false);
        let (below, name) = ("a".to_owned(), "*".to_owned());
        assert_eq!(context.unmet, [Searched { below, name, writes, among }]);
        assert_eq!(context.start.as_deref(), Some("/t"));
        assert!(context.is_project_lost);
        for key in Context::KEYS {
            assert!(text.contains(key));
        }
    }

    #[test]
    fn what_is_wrong_leaves_the_rest() {
        let text = r#"{"cwd":1,"hom":"/h","platform":"plan9","home":"/h",
            "mode":"bogus","unmet":[{"below":"a"}]}"#;
        let tape = Tape::of(text);
        let (context, faults) = Context::read(tape.root(text).unwrap());
        assert_eq!(faults.len(), 5);
        assert!(faults[3].message.starts_with("`bogus` is no mode"));
        assert_eq!(context.mode, None);
        let said = faults[1].to_string();
        assert!(said.contains("did you mean `home`"), "{said}");
        assert_eq!(context.home.as_deref(), Some("/h"));
    }
}
