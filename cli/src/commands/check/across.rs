//! Files whose rules the runner puts together: the settings of a project,
//! those of the person, those of the organisation.

use std::collections::BTreeMap;
use std::path::Path;

use hookset::diagnostic::Diagnostic;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::source::SourceId;

use super::Job;
use super::parallel::in_parallel;
use crate::discover::Home;
use crate::engine::{self, Input};
use crate::here;

/// What no file alone shows. Sources are numbers of jobs; the first label
/// says whose finding it is.
pub(super) fn check(jobs: &[Job]) -> Vec<Diagnostic> {
    let groups = groups(jobs);
    let found = in_parallel(&groups, |group| together(jobs, group));
    found.into_iter().flatten().collect()
}

/// The settings that are read together, as numbers of jobs. Those who come
/// first reach furthest.
fn groups(jobs: &[Job]) -> Vec<Vec<usize>> {
    let mut common: Vec<(Scope, usize)> = Vec::new();
    let mut own: BTreeMap<&Path, Vec<(Scope, usize)>> = BTreeMap::new();
    for (at, job) in jobs.iter().enumerate() {
        let place = &job.place;
        let settings = matches!(place.home, Home::Claude | Home::Agent)
            && !Family::is_beside_settings(&place.path);
        let directory = Path::new(&place.path).parent();
        match (place.scope, directory) {
            // One that lies in a project is an example, or meant for
            // elsewhere, unless somebody says that it counts here.
            (Scope::Managed, _)
                if !job.named && !here::is_managed(&place.path) => {}
            (Scope::Managed | Scope::User, _) if settings => {
                common.push((place.scope, at));
            }
            (Scope::Project | Scope::Local, Some(directory)) if settings => {
                own.entry(directory).or_default().push((place.scope, at));
            }
            _ => {}
        }
    }
    let order = [Scope::Managed, Scope::User, Scope::Project, Scope::Local];
    let rank = |scope: Scope| order.iter().position(|one| *one == scope);
    let mut groups: Vec<Vec<(Scope, usize)>> = own.into_values().collect();
    if groups.is_empty() {
        groups.push(Vec::new());
    }
    let together = groups.into_iter().map(|mut group| {
        let home = |at: usize| jobs.get(at).map(|job| job.place.home);
        let whose = group.first().and_then(|(_, at)| home(*at));
        let fits = |at: usize| whose.is_none() || home(at) == whose;
        let common = common.iter().copied().filter(|(_, at)| fits(*at));
        group.extend(common);
        group.sort_by_key(|(scope, at)| (rank(*scope), *at));
        group.into_iter().map(|(_, at)| at).collect()
    });
    together.filter(|group: &Vec<usize>| group.len() > 1).collect()
}

fn together(jobs: &[Job], group: &[usize]) -> Vec<Diagnostic> {
    let members: Vec<&Job> =
        group.iter().filter_map(|at| jobs.get(*at)).collect();
    let Some(first) = members.first() else { return Vec::new() };
    // Files that are to be read in different ways are not one policy.
    let wanted = first.wanted.dialect.as_ref();
    let dialects = members.iter().map(|job| job.wanted.dialect.as_ref());
    if dialects.into_iter().any(|dialect| dialect != wanted) {
        return Vec::new();
    }
    let mut inputs = Vec::new();
    for job in &members {
        // What cannot be read is told of the file itself.
        let Ok(text) = job.text() else { return Vec::new() };
        inputs.push(Input { place: job.place.clone(), text });
    }
    let Ok(policy) = engine::read_together(inputs, wanted) else {
        return Vec::new();
    };
    let mut found = lint::across(&policy);
    for label in found.iter_mut().flat_map(|found| &mut found.labels) {
        let job = group.get(label.source.0 as usize).copied();
        let job = job.and_then(|job| u32::try_from(job).ok());
        label.source = SourceId(job.unwrap_or(u32::MAX));
    }
    found
}
