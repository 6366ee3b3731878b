//! The options of containers, clusters and forges; from their own help texts.

use super::{DOCKER, Flags, NOTHING};

/// More special rows stand first.
pub(super) const ROWS: &[Flags] = &[
    Flags {
        programs: DOCKER,
        subs: &["ps", "container ls", "container ps", "container list"],
        valued: "filter f, last n, format",
        plain: "all a, quiet q, latest l, size s, no-trunc",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["images", "image ls", "image list"],
        valued: "filter f, format",
        plain: "all a, quiet q, digests",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["logs", "container logs"],
        valued: "tail n, since, until",
        plain: "follow f, timestamps t, details",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["stop", "restart", "container stop", "container restart"],
        valued: "time t timeout, signal s",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["kill", "container kill"],
        valued: "signal s",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["start", "container start"],
        plain: "attach a, interactive i",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["cp", "container cp"],
        plain: "archive a, follow-link L, quiet q",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["commit", "container commit"],
        valued: "author a, change c, message m",
        plain: "pause p",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["save", "export", "image save", "container export"],
        valued: "output o",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["load", "image load"],
        valued: "input i",
        plain: "quiet q",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["push", "pull", "image push", "image pull"],
        valued: "platform",
        plain: "all-tags a, quiet q, disable-content-trust",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["login"],
        valued: "username u, password p",
        plain: "password-stdin",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["service update", "service create"],
        valued: "image, replicas",
        plain: "detach d, quiet q, force",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["stack deploy", "stack up"],
        valued: "compose-file c",
        plain: "detach d, quiet q, prune",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["swarm leave", "node rm", "node remove"],
        plain: "force f",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["compose rm"],
        plain: "force f, stop s, volumes v",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["compose exec", "compose run"],
        valued: "user u, workdir w, env e, volume v, publish p, name, \
            entrypoint",
        plain: "detach d, no-TTY T, privileged, rm",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["compose logs"],
        valued: "tail n, since, until",
        plain: "follow f, timestamps t",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["compose stop", "compose kill"],
        valued: "timeout t, signal s",
        ..NOTHING
    },
    Flags {
        programs: super::KUBECTL,
        subs: &["run"],
        valued: "image, labels l, env",
        plain: "stdin i, tty t, rm, quiet q, attach",
        ..NOTHING
    },
    Flags {
        programs: super::KUBECTL,
        subs: &["delete"],
        plain: "interactive i, now",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr create", "pr new"],
        valued: "base B, head H, body b, body-file F, title t, reviewer r, \
            assignee a, label l, milestone m, project p, recover, \
            template T",
        plain: "draft d, fill f, fill-first, fill-verbose, web w, dry-run, \
            no-maintainer-edit",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr edit", "issue edit"],
        valued: "base B, body b, body-file F, title t, add-label, \
            remove-label, add-reviewer, add-assignee, milestone m",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr review"],
        valued: "body b, body-file F",
        plain: "approve a, request-changes r, comment c",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr checkout", "co"],
        valued: "branch b",
        plain: "force f, detach, recurse-submodules",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr comment", "issue comment"],
        valued: "body b, body-file F",
        plain: "editor e, web w, edit-last, delete-last, yes",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr list", "pr ls", "issue list", "issue ls"],
        valued: "assignee a, author A, base B, head H, jq q, json, label l, \
            limit L, search S, state s, template t",
        plain: "draft d, web w",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["issue create", "issue new"],
        valued: "body b, body-file F, title t, label l, assignee a, \
            milestone m, project p, template T",
        plain: "web w, editor e",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["issue close"],
        valued: "comment c, reason r",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["repo create", "repo new"],
        valued: "description d, homepage h, license l, gitignore g, team t, \
            template p, remote r, source s",
        plain: "clone c, public, private, internal, push, add-readme, \
            disable-issues, disable-wiki",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["repo clone"],
        valued: "upstream-remote-name u",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["repo edit"],
        valued: "description d, homepage h, visibility, default-branch, \
            add-topic",
        plain: "accept-visibility-change-consequences, template",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["release create", "release new"],
        valued: "notes n, notes-file F, title t, target, \
            discussion-category, notes-start-tag",
        plain: "draft d, prerelease p, generate-notes, latest, verify-tag",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["release upload"],
        plain: "clobber",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["secret set", "variable set"],
        valued: "body b, env e, org o, env-file f, app a, visibility v, \
            repos r",
        plain: "user u, no-store",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &[
            "secret delete",
            "secret remove",
            "variable delete",
            "variable remove",
        ],
        valued: "env e, org o, app a",
        plain: "user u",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["workflow run"],
        valued: "raw-field f, field F, ref r",
        plain: "json",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["run watch"],
        valued: "interval i",
        plain: "exit-status, compact",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["run rerun"],
        valued: "job j",
        plain: "failed, debug d",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["auth login"],
        valued: "hostname h, scopes s, git-protocol p",
        plain: "web w, with-token, insecure-storage",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["gist create", "gist new"],
        valued: "desc d, filename f",
        plain: "public p, web w",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["gist edit"],
        valued: "add a, desc d, filename f, remove r",
        ..NOTHING
    },
];
