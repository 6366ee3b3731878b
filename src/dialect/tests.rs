use super::*;
use crate::event::EventSet;

#[test]
fn every_name_leads_to_a_record() {
    for name in names() {
        let dialect = Dialect::named(name).expect(name);
        assert_eq!(dialect.name, *name);
        let fields = dialect.fields();
        assert!(fields.iter().all(|field| field.about.len() > 8));
        let listed: Vec<_> = fields.iter().map(|f| f.name.clone()).collect();
        assert!(listed.contains(&"answers.json_on".to_owned()), "{listed:?}");
    }
    assert_eq!(Dialect::named("agent@1.0.0"), None);
    assert_eq!(Dialect::named("claud"), None);
}

#[test]
fn versions_differ_where_the_runner_changed() {
    let old = Dialect::named("claude@2.1.100").unwrap();
    let new = Dialect::named("claude").unwrap();
    let names: Vec<_> =
        differences(&old, &new).into_iter().map(|d| d.name).collect();
    assert!(names.contains(&"surface.handlers".to_owned()), "{names:?}");
    assert!(names.contains(&"guard_globs".to_owned()));
    assert!(!names.contains(&"version".to_owned()));
    assert_eq!(differences(&new, &new), []);
    let cap = |name: &str| Dialect::named(name).unwrap().running.stop_cap;
    assert_eq!((cap("claude@2.1.142"), cap("claude@2.1.143")), (0, 8));
    let time =
        |name: &str| Dialect::named(name).unwrap().running.timeouts.command;
    let times = (time("claude@2.1.2"), time("claude@2.1.3"));
    assert_eq!(times, (60_000, 600_000));
    let words = |name: &str| {
        let dialect = Dialect::named(name).unwrap();
        dialect.answers.permission_words.meaning("defer").is_some()
    };
    assert!(!words("claude@2.1.88") && words("claude@2.1.89"));
}

#[test]
fn the_events_of_the_documents_are_counted() {
    let events = |name: &str| Dialect::named(name).unwrap().surface.events;
    assert_eq!(events("pattern").0.count_ones(), 27);
    assert_eq!(events("agent").0.count_ones(), 26);
    assert_eq!(events("sep2282").0.count_ones(), 6);
    assert_eq!(events("claude"), EventSet::ALL);
    let old = events("claude@2.1.88");
    assert!(!old.has(EventKind::PERMISSION_DENIED));
    let agent = Dialect::named("agent").unwrap();
    let blocking = EventKind::all()
        .filter(|kind| agent.surface.events.has(*kind))
        .filter(|kind| agent.exit(*kind) != Exit::Shown);
    let names: Vec<_> = blocking.map(EventKind::name).collect();
    assert_eq!(names.len(), 12, "{names:?}");
}

#[test]
fn exit_codes_and_facets_follow_the_dialect() {
    let claude = Dialect::named("claude").unwrap();
    let agent = Dialect::named("agent").unwrap();
    let asked = EventKind::PERMISSION_REQUEST;
    assert_eq!(claude.exit(asked), Exit::Shown);
    assert_eq!(agent.exit(asked), Exit::Blocks);
    let compact = EventKind::PRE_COMPACT;
    assert!(claude.facets(compact).has(Facets::VETO));
    assert!(!agent.facets(compact).has(Facets::VETO));
    let after = EventKind::POST_TOOL_USE;
    assert!(claude.facets(after).has(Facets::AWAITED));
    assert!(!agent.facets(after).has(Facets::AWAITED));
}
