//! The server's side: declaring what the client asked for, and no more.

use super::declaration::read;
use super::{Carrier, Moment, carried, supported};
use crate::guide::check::Fault;
use crate::guide::write::{Object, list, string};
use crate::json::{Value, compact};

/// What a server declares to one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Where the client wants it.
    pub carrier: Carrier,
    /// The object `{"declarations": […]}`.
    pub hooks: String,
    /// The declarations that are offered, by their number.
    pub offered: Vec<usize>,
    /// What is wrong with the declarations or with what the client says.
    pub faults: Vec<Fault>,
}

/// What a server declares to a client with these capabilities, of the list
/// `declarations`. None where the client knows no hooks: the member is then
/// left out altogether.
pub fn offer(client: Value<'_>, declarations: Value<'_>) -> Option<Offer> {
    let (carrier, hooks) = carried(client)?;
    let (moments, mut faults) = supported(hooks);
    let moments = moments?;
    let mut offered = Vec::new();
    let mut texts = Vec::new();
    for (at, value) in declarations.items().enumerate() {
        match read(value) {
            Ok(read) if moments.contains(&read.moment) => {
                offered.push(at);
                let mut text = String::new();
                compact(value, &mut text);
                texts.push(text);
            }
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    let hooks = Object::default().raw("declarations", &list(texts)).end();
    Some(Offer { carrier, hooks, offered, faults })
}

impl Offer {
    /// The moments of a list that a client supports, for a server that keeps
    /// its declarations elsewhere.
    pub fn supports(client: Value<'_>, moment: Moment) -> bool {
        let moments = carried(client).and_then(|it| supported(it.1).0);
        moments.is_some_and(|moments| moments.contains(&moment))
    }

    /// A server's other capabilities, an object, with the offer in its
    /// place. Members that are there stay as they are.
    pub fn put_into(&self, capabilities: Value<'_>) -> String {
        let hooks = self.hooks.as_str();
        match &self.carrier {
            Carrier::Hooks => with(Some(capabilities), "hooks", hooks),
            Carrier::Experimental => {
                let inner = capabilities.get("experimental");
                let inner = with(inner, "hooks", hooks);
                with(Some(capabilities), "experimental", &inner)
            }
            Carrier::Extension(name) => {
                let inner = with(capabilities.get("extensions"), name, hooks);
                with(Some(capabilities), "extensions", &inner)
            }
        }
    }
}

/// An object with one member set.
fn with(object: Option<Value<'_>>, key: &str, value: &str) -> String {
    let mut members = Vec::new();
    let mut is_set = false;
    for entry in object.into_iter().flat_map(Value::entries) {
        let name = string(entry.name());
        if entry.name() == key {
            is_set = true;
            members.push(format!("{name}:{value}"));
        } else {
            let mut text = String::new();
            compact(entry.value, &mut text);
            members.push(format!("{name}:{text}"));
        }
    }
    if !is_set {
        members.push(format!("{}:{value}", string(key)));
    }
    format!("{{{}}}", members.join(","))
}
