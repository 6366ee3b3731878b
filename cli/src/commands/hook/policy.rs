//! The policy of a hook, read when nobody is writing it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use super::Lack;
use super::words::in_words;
use crate::args::HookArgs;
use crate::engine::{self, Engine};
use crate::input::may_be;
use crate::ready;

/// How long a file must have been left alone to be taken for whole, and how
/// long is waited for that at a time.
const TICK: Duration = Duration::from_millis(20);
/// How long ago somebody may have begun to write what cannot be used.
const BEGUN: Duration = Duration::from_secs(2);
/// How often is waited.
const TRIES: usize = 5;

/// The policy. A file that is being written may be read when it is empty, or
/// without its end, which in some formats are rules like others: what was
/// touched a moment ago is read once more.
pub(super) fn engine(args: &HookArgs) -> Result<(Engine, Option<Lack>), Lack> {
    if let Some(path) = &args.image {
        let engine = ready::loaded(path);
        let engine = engine.map_err(|fault| in_words(&[fault]))?;
        return Ok((engine, None));
    }
    // What comes through a pipe does not come again.
    let is_kept =
        |path: &String| !may_be(Path::new(path)) || Path::new(path).is_file();
    let tries = if args.policy.iter().all(is_kept) { TRIES } else { 0 };
    for _ in 0..tries {
        let found = once(args);
        let since = match &found {
            Ok((_, None)) => TICK,
            _ => BEGUN,
        };
        if !args.policy.iter().any(|path| was_touched(path, since)) {
            return found;
        }
        thread::sleep(TICK);
    }
    once(args)
}

/// Whether somebody wrote to a file so short a time ago, or took it away.
fn was_touched(path: &str, since: Duration) -> bool {
    let path = Path::new(path);
    let found = fs::metadata(path).or_else(|error| {
        let directory = path.parent().ok_or(error)?;
        let is_here = directory.as_os_str().is_empty();
        fs::metadata(if is_here { Path::new(".") } else { directory })
    });
    let time = found.and_then(|found| found.modified());
    let age = time.map(|time| SystemTime::now().duration_since(time));
    age.is_ok_and(|age| age.is_ok_and(|age| age < since))
}

/// The policy. Where some of its files cannot be used, what the others guard
/// is guarded, and what is wrong stands beside them.
fn once(args: &HookArgs) -> Result<(Engine, Option<Lack>), Lack> {
    let named = args.dialect.as_deref();
    let dialect = engine::dialect(named.unwrap_or(ready::STRICT));
    let dialect = dialect.map_err(|fault| in_words(&[fault]))?;
    let of = |paths: &[String]| {
        let inputs = ready::read_policy(paths)?;
        let inputs = engine::told(inputs, named.and(Some(&dialect)));
        Engine::certain(inputs, &dialect).map_err(|fault| vec![fault])
    };
    let faults = match of(&args.policy) {
        Ok(engine) => return Ok((engine, None)),
        Err(faults) => faults,
    };
    let lost = Lack::from(in_words(&faults));
    let alone = |path: &&String| of(std::slice::from_ref(path)).is_ok();
    let rest: Vec<String> =
        args.policy.iter().filter(alone).cloned().collect();
    match rest.is_empty() {
        true => Err(lost),
        false => match of(&rest) {
            Ok(engine) => Ok((engine, Some(lost))),
            Err(_) => Err(lost),
        },
    }
}
