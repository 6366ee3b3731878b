//! The `context` object: what an event does not say by itself.

use hookset::diagnostic::{Code, suggest};
use hookset::event::{Context, Platform, Shell};
use serde_json::{Map, Value};

use crate::answer::Finding;
use crate::fault::Fault;
use crate::text::visible;

const KEYS: &[&str] = &[
    "cwd",
    "home",
    "project_root",
    "settings_source",
    "settings_dir",
    "links",
    "platform",
    "shell",
    "case_sensitive",
    "mcp_servers",
    "mode",
];

/// Reads the object; a key that is not known is a finding, a value that
/// cannot be understood a fault.
pub(crate) fn read(
    name: &str,
    value: &Value,
) -> Result<(Context, Vec<Finding>), Fault> {
    let Value::Object(map) = value else {
        return Err(fault(name, "the context is not an object".into()));
    };
    let reader = Reader { name, map };
    let context = Context {
        cwd: reader.string("cwd")?,
        home: reader.string("home")?,
        project_root: reader.string("project_root")?,
        settings_source: reader.string("settings_source")?,
        settings_dir: reader.string("settings_dir")?,
        links: reader.links()?,
        platform: reader.one_of("platform", PLATFORMS)?.unwrap_or_default(),
        shell: reader.one_of("shell", SHELLS)?,
        case_sensitive: reader.bool("case_sensitive")?,
        mcp_servers: reader.strings("mcp_servers")?,
        mode: reader.string("mode")?,
    };
    Ok((context, unknown(map)))
}

const PLATFORMS: &[(&str, Platform)] = &[
    ("linux", Platform::Linux),
    ("macos", Platform::MacOs),
    ("darwin", Platform::MacOs),
    ("windows", Platform::Windows),
    ("win32", Platform::Windows),
];

const SHELLS: &[(&str, Shell)] = &[
    ("bash", Shell::Bash),
    ("sh", Shell::Bash),
    ("zsh", Shell::Zsh),
    ("powershell", Shell::PowerShell),
    ("pwsh", Shell::PowerShell),
];

fn unknown(map: &Map<String, Value>) -> Vec<Finding> {
    let unknown = map.keys().filter(|key| !KEYS.contains(&key.as_str()));
    unknown
        .map(|key| {
            let near = suggest::nearest(key, KEYS.iter().copied());
            let near = near.map(|near| format!("; did you mean `{near}`?"));
            let code = Code::UNKNOWN_CONTEXT_KEY;
            Finding {
                code: code.name(),
                severity: code.severity().as_str(),
                message: format!(
                    "the context key `{}` is not known and has no effect{}",
                    visible(key),
                    near.unwrap_or_default()
                ),
                source: None,
            }
        })
        .collect()
}

fn fault(name: &str, message: String) -> Fault {
    Fault::new(Code::INVALID_CONTEXT, name, message).help(format!(
        "a context looks like `{{\"cwd\": \"/srv/app\", \"home\": \
         \"/home/u\"}}`; its keys are {}",
        KEYS.join(", ")
    ))
}

struct Reader<'a> {
    name: &'a str,
    map: &'a Map<String, Value>,
}

impl Reader<'_> {
    /// The value, where there is one that is not null.
    fn get(&self, key: &str) -> Option<&Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    fn wrong(&self, key: &str, what: &str) -> Fault {
        fault(self.name, format!("`{key}` of the context must be {what}"))
    }

    fn string(&self, key: &str) -> Result<Option<String>, Fault> {
        self.get(key)
            .map(|value| value.as_str().map(str::to_owned))
            .map(|text| text.ok_or_else(|| self.wrong(key, "a string")))
            .transpose()
    }

    fn bool(&self, key: &str) -> Result<Option<bool>, Fault> {
        let wrong = || self.wrong(key, "`true` or `false`");
        self.get(key)
            .map(|value| value.as_bool().ok_or_else(wrong))
            .transpose()
    }

    fn strings(&self, key: &str) -> Result<Vec<String>, Fault> {
        let wrong = || self.wrong(key, "a list of strings");
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let items = value.as_array().ok_or_else(wrong)?;
        let text = |item: &Value| item.as_str().map(str::to_owned);
        items.iter().map(|item| text(item).ok_or_else(wrong)).collect()
    }

    fn links(&self) -> Result<Vec<(String, String)>, Fault> {
        let wrong = || self.wrong("links", "an object of path and target");
        let Some(value) = self.get("links") else { return Ok(Vec::new()) };
        let links = value.as_object().ok_or_else(wrong)?;
        let pair = |(path, target): (&String, &Value)| {
            let target = target.as_str().ok_or_else(wrong)?;
            Ok((path.clone(), target.to_owned()))
        };
        links.iter().map(pair).collect()
    }

    fn one_of<T: Copy>(
        &self,
        key: &str,
        names: &[(&str, T)],
    ) -> Result<Option<T>, Fault> {
        let Some(text) = self.string(key)? else { return Ok(None) };
        let text = text.to_ascii_lowercase();
        let found = names.iter().find(|(name, _)| *name == text);
        match found {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let names: Vec<_> = names
                    .iter()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                Err(self.wrong(key, &format!("one of {}", names.join(", "))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_whole_context_is_read() {
        let value = json!({"cwd": "/a", "links": {"/a/x": "/b"},
            "platform": "windows", "shell": "powershell",
            "case_sensitive": false, "mcp_servers": ["db"], "home": null});
        let (context, findings) = read("c", &value).unwrap();
        assert_eq!(context.cwd.as_deref(), Some("/a"));
        assert_eq!(context.home, None);
        assert_eq!(context.links, [("/a/x".to_owned(), "/b".to_owned())]);
        assert_eq!(context.platform, Platform::Windows);
        assert_eq!(context.shell, Some(Shell::PowerShell));
        assert_eq!(context.case_sensitive, Some(false));
        assert!(findings.is_empty());
    }

    #[test]
    fn a_slip_is_said_and_a_wrong_type_stops() {
        let (_, findings) = read("c", &json!({"hme": "/a"})).unwrap();
        assert!(findings[0].message.contains("did you mean `home`?"));
        assert!(read("c", &json!({"cwd": 1})).is_err());
        assert!(read("c", &json!({"platform": "beos"})).is_err());
        assert!(read("c", &json!([])).is_err());
    }
}
