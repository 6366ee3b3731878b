//! The dialect that a project wants its files read in.

use std::path::PathBuf;

use hookset::diagnostic::Code;
use hookset::dialect::Dialect;

use super::{Config, NAME};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::ready::STRICT;

/// The dialect that somebody said files are to be read in together: the one
/// that is named, else the one that `hookset.toml` wants for them.
pub(crate) fn said(
    named: Option<&str>,
    paths: &[String],
) -> Result<Option<Dialect>, Vec<Fault>> {
    let said = common(named, paths)?;
    let Some(dialect) = said.as_ref().filter(|_| named.is_none()) else {
        return Ok(said);
    };
    // The usual one may be said of some files only.
    if spelled(dialect) == STRICT {
        return Ok(said);
    }
    let mut told = Vec::new();
    for path in paths.iter().filter(|path| *path != "-") {
        told.push((path, wish_at(path)?));
    }
    let first = told.iter().find(|(_, wish)| wish.dialect.is_some());
    let Some((first, whose)) = first else { return Ok(said) };
    // Files of another project, or of none, have no wish.
    let other = told.iter().find(|(_, wish)| {
        wish.dialect.is_none() && wish.project == whose.project
    });
    match other {
        Some((path, _)) => Err(vec![alone((first, dialect), path)]),
        None => Ok(said),
    }
}

/// The same, where files without a wish are read as the others: versions of
/// one policy lie in different places.
fn common(
    named: Option<&str>,
    paths: &[String],
) -> Result<Option<Dialect>, Vec<Fault>> {
    if let Some(name) = named {
        return engine::dialect(name).map(Some).map_err(|fault| vec![fault]);
    }
    let mut wanted: Option<(&String, Dialect)> = None;
    for path in paths.iter().filter(|path| *path != "-") {
        let Some(dialect) = wish(path)? else { continue };
        match &wanted {
            Some((_, other)) if *other == dialect => {}
            Some((first, other)) => {
                return Err(vec![at_odds((first, other), (path, &dialect))]);
            }
            None => wanted = Some((path, dialect)),
        }
    }
    Ok(wanted.map(|(_, dialect)| dialect))
}

/// Files that are shown beside one another, and the dialect that they are
/// read in together: what somebody said, else the usual one.
pub(crate) fn read_in(
    inputs: Vec<Input>,
    named: Option<&str>,
    usual: &str,
) -> Result<(Vec<Input>, Dialect), Vec<Fault>> {
    let paths = inputs.iter().map(|input| input.place.path.clone());
    let said = common(named, &paths.collect::<Vec<_>>())?;
    let inputs = engine::told(inputs, said.as_ref());
    match said {
        Some(dialect) => Ok((inputs, dialect)),
        None => {
            let usual = engine::dialect(usual);
            Ok((inputs, usual.map_err(|fault| vec![fault])?))
        }
    }
}

/// The dialect that the configuration of a file's project wants for it.
pub(crate) fn wish(path: &str) -> Result<Option<Dialect>, Vec<Fault>> {
    Ok(wish_at(path)?.dialect)
}

/// What a project wants of a file.
struct Wish {
    /// The directory of its configuration, if there is one.
    project: Option<PathBuf>,
    dialect: Option<Dialect>,
}

fn wish_at(path: &str) -> Result<Wish, Vec<Fault>> {
    let mut config = Config::find(None, &[path.to_owned()])?;
    let all = config.all.dialect.clone();
    let dialect = config.of(path).map_or(all, |wanted| wanted.dialect);
    let is_there = !config.path.is_empty();
    let project = is_there.then_some(config.directory);
    Ok(Wish { project, dialect })
}

fn at_odds(one: (&str, &Dialect), other: (&str, &Dialect)) -> Fault {
    let message = format!(
        "`{NAME}` wants `{}` for `{}` and `{}` for `{}`; they cannot be read \
         together in two ways",
        spelled(one.1),
        one.0,
        spelled(other.1),
        other.0
    );
    Fault::new(Code::UNKNOWN_DIALECT, NAME, message)
        .help("say which with `--dialect`")
}

/// The same where it wants one for some files only.
fn alone((path, dialect): (&str, &Dialect), other: &str) -> Fault {
    let message = format!(
        "`{NAME}` wants `{}` for `{path}` and none for `{other}`; they cannot \
         be read together in two ways",
        spelled(dialect)
    );
    Fault::new(Code::UNKNOWN_DIALECT, NAME, message).help(
        "write `dialect` at the top of the file, where it is for all files, \
         or say which with `--dialect`",
    )
}

/// A dialect as it is named on the command line.
pub(crate) fn spelled(dialect: &Dialect) -> String {
    match dialect.version {
        Some(version) => format!("{}@{version}", dialect.name),
        None => dialect.name.to_owned(),
    }
}
