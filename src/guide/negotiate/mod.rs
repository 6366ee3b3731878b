//! The talk about server-declared hooks (SEP-2282), both sides of it, on
//! JSON: what a client says it supports, what a server then offers, and what
//! of that the client takes.
//!
//! The member `hooks` of the capabilities is not known to current SDKs,
//! which drop it, so that two other carriers are looked at, too:
//! `experimental.hooks` and `extensions["<vendor>/hooks"]`, in this order. A
//! server answers in the carrier that the client used.
//!
//! Declarations can only give text or call a tool of the server that made
//! them; nothing else is ever read from them.

mod accept;
mod declaration;
mod offer;

pub use crate::load::{
    Carrier, Declaration, Level as Priority, Moment, carried,
};
pub use accept::{
    Accepted, Kept, LeftOut, OnRequired, Policy, accept, missing_tools,
};
pub use declaration::faults;
pub use offer::{Offer, offer};

use super::check::Fault;
use super::write::{Object, strings};
use crate::json::Value;
use crate::load;
use crate::source::SourceId;

/// What is talked about stands in no file, so that places in it say nothing.
const HERE: SourceId = SourceId(0);

/// The member of a request's `_meta` that holds the client's capabilities
/// where there is no `initialize`.
const META: &str = "io.modelcontextprotocol/clientCapabilities";

/// A member of the capabilities that holds `hooks`, such as
/// `"experimental":{"hooks":…}`, inside its object.
fn wrapped(carrier: &Carrier, hooks: &str) -> String {
    let object =
        |key: &str, value: &str| Object::default().raw(key, value).end();
    match carrier {
        Carrier::Hooks => object("hooks", hooks),
        Carrier::Experimental => {
            object("experimental", &object("hooks", hooks))
        }
        Carrier::Extension(name) => object("extensions", &object(name, hooks)),
    }
}

/// The client's capabilities in a request: those of `initialize`, or those
/// that newer requests carry along.
pub fn client_capabilities(request: Value<'_>) -> Option<Value<'_>> {
    let params = request.get("params")?;
    let along = params.get("_meta").and_then(|meta| meta.get(META));
    along.or_else(|| params.get("capabilities"))
}

/// The server's capabilities in its answer to `initialize` or
/// `server/discover`.
pub fn server_capabilities(answer: Value<'_>) -> Option<Value<'_>> {
    answer.get("result").unwrap_or(answer).get("capabilities")
}

/// What a client says: the object at `carrier` that names the moments it
/// supports.
pub fn client_says(moments: &[Moment], carrier: &Carrier) -> String {
    let mut known: Vec<&str> = Vec::new();
    for moment in moments {
        if !known.contains(&moment.as_str()) {
            known.push(moment.as_str());
        }
    }
    let hooks =
        Object::default().raw("supported_events", &strings(known)).end();
    wrapped(carrier, &hooks)
}

/// The moments a client supports, and what is wrong with how it says so.
/// None where it cannot be told that it supports any.
pub fn supported(hooks: Value<'_>) -> (Option<Vec<Moment>>, Vec<Fault>) {
    let (moments, found) = load::supported(hooks, HERE);
    let field = "supported_events";
    (moments, found.into_iter().map(|one| Fault::of(field, one)).collect())
}
