use super::*;
use crate::shell::Reason;
use proptest::prelude::*;

fn places(platform: Platform, cwd: &'static str) -> Directories<'static> {
    let home = Some("/home/u");
    let cwd = Some(cwd);
    Directories { cwd, home, platform, ..Directories::default() }
}

fn linked<'a>(context: &'a Context) -> Directories<'a> {
    let mut found = places(context.platform, "/srv/proj");
    for (link, target) in &context.links {
        found.links.push(KnownLink::new(link, target));
    }
    found.links.sort();
    found
}

fn spelled(
    text: &str,
    places: &Directories<'_>,
    fold_case: bool,
) -> (Vec<String>, Option<Reason>) {
    let (mut out, mut spans) = (String::new(), Vec::new());
    let doubt = spell(text, places, fold_case, &mut out, &mut spans);
    (spans.iter().map(|s| s.of(&out).to_owned()).collect(), doubt)
}

#[test]
fn linux() {
    let places = places(Platform::Linux, "/srv/proj");
    for (text, expected) in [
        (".env", "/srv/proj/.env"),
        ("./a//b/../.env", "/srv/proj/a/.env"),
        ("/srv/../srv/./proj/.env", "/srv/proj/.env"),
        ("///srv", "/srv"),
        ("../../../../..", "/"),
        ("~", "/home/u"),
        ("~/x/..", "/home/u"),
        ("%2eenv", "/srv/proj/%2eenv"),
        ("a\\b", "/srv/proj/a\\b"),
        ("a/", "/srv/proj/a"),
    ] {
        let expected = (vec![expected.to_owned()], None);
        assert_eq!(spelled(text, &places, false), expected, "{text}");
    }
    let first = |text| spelled(text, &places, false).0.join(" ");
    assert_eq!(first("$HOME/x"), "/srv/proj/$HOME/x /home/u/x",);
    assert_eq!(first("/proc/self/root/srv/x"), "/proc/self/root/srv/x /srv/x");
    assert_eq!(
        first("/proc/self/cwd/.env"),
        "/proc/self/cwd/.env /srv/proj/.env"
    );
    for (text, reason) in [
        ("", Reason::MalformedEvent),
        ("a\0b", Reason::ControlCharacter),
        ("a\n", Reason::ControlCharacter),
        ("file:///srv/proj/.env", Reason::MalformedEvent),
        ("~root/x", Reason::DynamicArgument),
        ("/dev/fd/3/x", Reason::OtherForms),
        ("/proc/self/./fd/10/x", Reason::OtherForms),
        ("/proc/12/fd/3", Reason::OtherForms),
    ] {
        assert_eq!(spelled(text, &places, false).1, Some(reason), "{text}");
    }
    assert_eq!(
        spelled(&"/".repeat(5000), &places, false).1,
        Some(Reason::Size)
    );
    assert!(first("file:///srv/proj/.env").contains(" /srv/proj/.env"));
    assert!(first("a\0b").ends_with(" /srv/proj/a"));
}

#[test]
fn nowhere() {
    let nowhere = Directories::default();
    let mut out = String::new();
    let fault = absolute("a", &nowhere, &mut out);
    assert_eq!(fault, Err(PathFault::NoDirectory));
    assert_eq!(absolute("", &nowhere, &mut out), Err(PathFault::Empty));
    assert_eq!(
        absolute("~/a", &nowhere, &mut out),
        Err(PathFault::NoDirectory)
    );
}

#[test]
fn windows() {
    let places = places(Platform::Windows, "C:\\work\\proj");
    for (text, expected) in [
        (".env", "/c/work/proj/.env"),
        (".env.", "/c/work/proj/.env"),
        (".env ", "/c/work/proj/.env"),
        ("sub\\..\\.env", "/c/work/proj/.env"),
        ("C:/work/x", "/c/work/x"),
        ("c:\\WORK\\x", "/c/work/x"),
        ("\\\\?\\C:\\work\\x", "/c/work/x"),
        ("\\??\\C:\\work\\x", "/c/work/x"),
        ("\\\\.\\C:\\work\\x", "/c/work/x"),
        ("\\\\localhost\\C$\\work\\x", "/c/work/x"),
        ("\\\\?\\UNC\\localhost\\c$\\x", "/c/x"),
        ("\\\\nas\\share\\x", "/nas/share/x"),
        ("C:.env", "/c/work/proj/.env"),
        ("D:x", "/d/x"),
        ("\\xy", "/c/xy"),
        ("/d/x", "/d/x"),
        ("C:\\..\\..", "/c"),
        ("..\\..\\..\\x", "/c/x"),
    ] {
        let (found, doubt) = spelled(text, &places, true);
        assert_eq!(
            (found.join(" "), doubt),
            (expected.into(), None),
            "{text}"
        );
    }
    for (text, other) in [
        ("C:\\Documents and Settings\\u\\x", "/c/users/u/x"),
        ("C:\\Users\\All Users\\x", "/c/programdata/x"),
        ("D:\\ProgramData\\Application Data", "/d/programdata"),
        ("C:\\Users\\u\\Application Data\\x", "/c/users/u/appdata/roaming/x"),
    ] {
        let (found, doubt) = spelled(text, &places, true);
        assert_eq!(found.get(1..), Some(&[other.to_owned()][..]), "{text}");
        assert_eq!(doubt, None);
    }
    let (_, doubt) = spelled("ENV~1", &places, true);
    assert_eq!(doubt, Some(Reason::OtherForms));
    for text in ["con.txt", "a\\NUL", "COM1", ".env::$DATA"] {
        let (_, doubt) = spelled(text, &places, true);
        assert_eq!(doubt, Some(Reason::MalformedEvent), "{text}");
    }
    let (found, _) = spelled(".env::$DATA", &places, true);
    assert_eq!(found, ["/c/work/proj/.env"]);
    let mut out = String::new();
    directory("C:\\Work", ".x", Platform::Windows, true, &mut out);
    assert_eq!(out, "/c/work/.x");
}

#[test]
fn mac() {
    let places = places(Platform::MacOs, "/Users/u/p");
    let (found, _) = spelled("secre\u{301}t.txt", &places, true);
    let name = if cfg!(feature = "unicode") { "\u{e9}" } else { "e\u{301}" };
    assert_eq!(found, [format!("/users/u/p/secr{name}t.txt")]);
    let places =
        Directories { moved: moved(Platform::MacOs, false), ..places };
    let (found, _) = spelled("/tmp/x", &places, true);
    assert_eq!(found, ["/tmp/x"], "the twin is for guards alone");
    let all = |path| alias::of(path, &places);
    assert_eq!(all("/tmp/x"), ["/private/tmp/x"]);
    assert_eq!(all("/private/tmp"), ["/tmp"]);
    let (found, _) = spelled("/System/Volumes/Data/x", &places, false);
    assert_eq!(found, ["/System/Volumes/Data/x", "/x"]);
    let (found, _) = spelled("/.resolve/5/etc/x", &places, false);
    assert_eq!(found, ["/.resolve/5/etc/x", "/etc/x"]);
}

#[test]
fn directories_that_are_links_in_most_systems() {
    let twins = |path, moved| {
        let twins = alias::twins(path, moved);
        twins.map(|(at, rest)| format!("{at}{rest}")).collect::<Vec<_>>()
    };
    let linux = moved(Platform::Linux, true);
    for (path, others) in [
        ("/bin/ls", "/usr/bin/ls"),
        ("/usr/bin/", "/bin/"),
        ("/var/lock/x", "/run/lock/x /var/run/lock/x"),
        ("/var/running", ""),
        ("/srv/bin/x", ""),
    ] {
        assert_eq!(twins(path, linux).join(" "), others, "{path}");
    }
    for platform in [Platform::Linux, Platform::MacOs] {
        for (link, place) in moved(platform, true) {
            assert!(may_have_twin(link) && may_have_twin(place), "{link}");
        }
    }
    assert!(!may_have_twin("/srv/proj/x") && !may_have_twin("/"));
    assert!(twins("/bin/ls", moved(Platform::Linux, false)).is_empty());
    assert!(twins("/etc/x", moved(Platform::Windows, true)).is_empty());
}

#[test]
fn links() {
    let link = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let context = Context {
        links: vec![
            link("/srv/proj/link", "/srv/proj/.env"),
            link("/srv/proj/d", "."),
            link("/srv/proj/new", "/etc"),
            link("/srv/proj/loop", "loop"),
            link("/srv/proj/one", "two"),
            link("/srv/proj/two", "/three/x"),
        ],
        ..Context::default()
    };
    let places = linked(&context);
    let all = |text| spelled(text, &places, false).0.join(" ");
    assert_eq!(all("link"), "/srv/proj/link /srv/proj/.env");
    assert_eq!(all("d/.env"), "/srv/proj/d/.env /srv/proj/.env");
    assert_eq!(all("new/f"), "/srv/proj/new/f /etc/f");
    assert_eq!(all("new/../f"), "/srv/proj/f /f");
    assert_eq!(all("one/y"), "/srv/proj/one/y /srv/proj/two/y /three/x/y");
    let (found, doubt) = spelled("loop/.env", &places, false);
    assert_eq!(doubt, Some(Reason::SymlinkLoop));
    assert_eq!(found, ["/srv/proj/loop/.env"]);
    let tree = Directories { tree: true, ..places };
    assert_eq!(spelled("x", &tree, false).0, ["/srv/proj/x/"]);
}

#[test]
fn a_directory_has_no_slash_at_its_end() {
    for (text, expected) in [("/", ""), ("/srv/", "/srv"), ("/srv", "/srv")] {
        let mut out = String::from("before");
        let span = directory(text, "", Platform::Linux, false, &mut out);
        assert_eq!(span.unwrap().of(&out), expected);
    }
}

#[test]
fn below_a_directory() {
    assert_eq!(under("/srv/proj", "/srv/proj/x"), Some("x"));
    assert_eq!(under("/srv/proj", "/srv/proj-evil/x"), None);
    assert_eq!(under("/srv/proj", "/srv/proj"), Some(""));
    assert_eq!(under("/", "/x"), Some("x"));
}

proptest! {
    #[test]
    fn doing_it_again_changes_nothing(
        text in "[a~.:/\\\\ $C]{1,20}", windows: bool
    ) {
        let platform =
            if windows { Platform::Windows } else { Platform::Linux };
        let cwd = if windows { "C:\\w" } else { "/w" };
        let places = places(platform, cwd);
        let mut once = String::new();
        let server = text.replace('\\', "/").starts_with("//");
        if !(windows && server) && absolute(&text, &places, &mut once).is_ok() {
            let mut twice = String::new();
            let _ = absolute(&once, &places, &mut twice);
            prop_assert_eq!(&once, &twice);
            let clean = |name: &str| !matches!(name, "." | "..");
            prop_assert!(once.starts_with('/'));
            prop_assert!(once == "/" || !once.contains("//"));
            prop_assert!(once.split('/').all(clean));
        }
    }

    #[test]
    fn any_text_is_safe(text: String, fold_case: bool) {
        for platform in
            [Platform::Linux, Platform::MacOs, Platform::Windows]
        {
            spelled(&text, &places(platform, "/w"), fold_case);
        }
    }
}
