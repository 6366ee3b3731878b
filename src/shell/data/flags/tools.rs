//! The options of package managers and of tools for files, databases and systems; from their own help texts.

use super::{Flags, NOTHING};

/// More special rows stand first.
pub(super) const ROWS: &[Flags] = &[
    Flags {
        programs: &["npm", "pnpm"],
        subs: &["install", "i", "add", "in", "ci"],
        valued: "omit, include",
        plain: "save-exact E, save-optional O, no-save, legacy-peer-deps, \
            ignore-scripts, workspace-root",
        ..NOTHING
    },
    Flags {
        programs: &["bun"],
        subs: &["add", "install", "i", "a"],
        valued: "registry",
        plain: "dev d D, global g, exact E, optional, force f, production p, \
            no-save, ignore-scripts, frozen-lockfile",
        ..NOTHING
    },
    Flags {
        programs: &["yarn"],
        subs: &["add"],
        plain: "dev D, exact E, peer P, optional O, tilde T, caret C, \
            interactive i",
        ..NOTHING
    },
    Flags {
        programs: &["poetry"],
        subs: &["add"],
        valued: "group G, extras E, source, python, platform",
        plain: "dev D, editable e, optional, dry-run, lock",
        ..NOTHING
    },
    Flags {
        programs: &["poetry"],
        subs: &["publish"],
        valued: "username u, password p, repository r, cert, client-cert",
        plain: "build, dry-run, skip-existing",
        ..NOTHING
    },
    Flags {
        programs: &["uv"],
        subs: &["add"],
        valued: "requirements r, group, extra, bounds, index, index-url i, \
            optional",
        plain: "dev, editable",
        ..NOTHING
    },
    Flags {
        programs: &["uv"],
        subs: &["pip install", "pip sync", "pip compile"],
        valued: "requirement r, editable e, constraint c, index-url i, \
            extra-index-url, find-links f, target t, python p, override",
        plain: "upgrade U, system, user, reinstall, no-deps, \
            break-system-packages, quiet q, verbose v",
        ..NOTHING
    },
    Flags {
        programs: &["journalctl"],
        valued: "unit u, priority p, since S, until U, grep g, output o, \
            directory D, file i, identifier t, vacuum-size, vacuum-time, \
            vacuum-files",
        joined: "lines n, boot b",
        plain: "follow f, dmesg k, reverse r, catalog x, pager-end e, all a, \
            quiet q, no-pager, rotate, flush",
        ..NOTHING
    },
    Flags {
        programs: &["jq"],
        valued: "from-file f, indent",
        plain: "raw-output r, null-input n, compact-output c, slurp s, \
            exit-status e, raw-input R, join-output j, color-output C, \
            monochrome-output M, sort-keys S, ascii-output a, tab",
        ..NOTHING
    },
    Flags {
        programs: &["yq"],
        valued: "from-file, output-format o, input-format p, indent I",
        plain: "inplace i in-place, null-input n, prettyPrint P, \
            exit-status e, no-colors M, colors C, unwrapScalar r",
        ..NOTHING
    },
    Flags {
        programs: &["rg"],
        valued: "glob g, iglob, type t, type-not T, max-count m, regexp e, \
            file f, replace r, threads j, after-context A, before-context B, \
            context C, max-depth d, encoding E, pre, pre-glob, sort, sortr, \
            color, colors",
        plain: "ignore-case i, files-with-matches l, unrestricted u, \
            invert-match v, word-regexp w, fixed-strings F, line-number n, \
            no-line-number N, multiline U, search-zip z, follow L, hidden ., \
            count c, only-matching o, pcre2 P, quiet q, smart-case S, \
            case-sensitive s, text a, line-regexp x, null 0, \
            with-filename H, no-filename I, files, no-ignore, vimgrep",
        ..NOTHING
    },
    Flags {
        programs: &["fd", "fdfind"],
        valued: "extension e, exclude E, max-depth d, type t, size S, \
            owner o, color c, threads j, base-directory, min-depth, \
            changed-within, changed-before, search-path",
        plain: "hidden H, no-ignore I, unrestricted u, follow L, \
            ignore-case i, case-sensitive s, glob g, absolute-path a, \
            full-path p, print0 0, list-details l, fixed-strings F, quiet q",
        ..NOTHING
    },
    Flags {
        programs: &["bat", "batcat"],
        valued: "language l, line-range r, highlight-line H, map-syntax m, \
            theme, style, tabs, wrap, color, paging, file-name",
        plain: "plain p, number n, show-all A, diff d, list-languages L",
        ..NOTHING
    },
    Flags {
        programs: &["ansible-playbook", "ansible"],
        valued: "tags t, skip-tags, user u, forks f, become-user, \
            module-name m, args a, private-key, vault-password-file, \
            connection c, timeout T",
        plain: "ask-become-pass K, ask-pass k, diff D, verbose v, \
            list-hosts, syntax-check, one-line o",
        ..NOTHING
    },
    Flags {
        programs: &["pg_dump"],
        valued: "format F, table t, schema n, exclude-table T, \
            exclude-schema N, jobs j, compress Z, encoding E, superuser S",
        plain: "clean c, data-only a, schema-only s, no-owner O, \
            no-privileges x, create C, blobs b, oids o",
        ..NOTHING
    },
    Flags {
        programs: &["pg_restore"],
        valued: "superuser S, use-list L, trigger T, function P, index I",
        plain: "schema-only s, exit-on-error e, single-transaction 1, \
            no-owner O, no-privileges x, list l, disable-triggers",
        ..NOTHING
    },
    Flags {
        programs: &["mysqldump", "mariadb-dump"],
        valued: "where w, result-file r, tab T",
        plain: "all-databases A, databases B, no-data d, no-create-info t, \
            routines R, events E, quick q, lock-all-tables x",
        ..NOTHING
    },
    Flags {
        programs: &["mongodump", "mongorestore"],
        valued: "db d, collection c, host h, username u, password p, out o, \
            port, uri, query q",
        plain: "gzip, drop, verbose v, quiet",
        joined: "archive",
        ..NOTHING
    },
    Flags {
        programs: &["chage"],
        valued: "expiredate E, lastday d, inactive I, mindays m, maxdays M, \
            warndays W, root R",
        plain: "list l",
        ..NOTHING
    },
    Flags {
        programs: &["gpasswd"],
        valued: "add a, delete d, administrators A, members M, root Q",
        plain: "remove-password r, restrict R",
        ..NOTHING
    },
    Flags {
        programs: &["groupdel"],
        valued: "root R, prefix P",
        plain: "force f",
        ..NOTHING
    },
    Flags {
        programs: &["losetup"],
        valued: "offset o, sizelimit, sector-size b",
        plain: "detach d, detach-all D, find f, all a, partscan P, \
            read-only r",
        ..NOTHING
    },
    Flags {
        programs: &[
            "lvremove", "vgremove", "pvremove", "lvresize", "lvreduce",
        ],
        valued: "size L, extents l",
        plain: "force f, yes y, test t, verbose v, resizefs r",
        ..NOTHING
    },
    Flags {
        programs: &["nft"],
        valued: "file f, includepath I, define D",
        plain: "check c, json j, interactive i, handle a, echo e",
        ..NOTHING
    },
    Flags {
        programs: &["parted"],
        valued: "align a",
        plain: "script s, list l, machine m",
        ..NOTHING
    },
    Flags {
        programs: &["sgdisk"],
        valued: "delete d, new n, typecode t, change-name c",
        plain: "zap-all Z, clear o, print p, mbrtogpt g, zap z",
        ..NOTHING
    },
    Flags {
        programs: &["swapoff", "swapon"],
        valued: "priority p, label L",
        plain: "all a, verbose v",
        ..NOTHING
    },
    Flags {
        programs: &["cryptsetup"],
        valued: "key-file d, cipher c, hash h, key-size s, type M, header",
        plain: "batch-mode q, verbose v, verify-passphrase y",
        ..NOTHING
    },
    Flags {
        programs: &["btrfs"],
        subs: &["subvolume delete", "su delete"],
        plain: "commit-after c, commit-each C, verbose v, recursive R",
        ..NOTHING
    },
    Flags {
        programs: &["eslint"],
        valued: "config c, format f, output-file o, ext, rulesdir, \
            ignore-path, plugin, rule",
        plain: "fix, quiet, cache",
        ..NOTHING
    },
    Flags {
        programs: &["black"],
        valued: "line-length l, target-version t, config, exclude, code c",
        plain: "quiet q, verbose v, skip-string-normalization S, check, \
            diff, fast",
        ..NOTHING
    },
    Flags {
        programs: &["ruff"],
        subs: &["check"],
        valued: "config, select, ignore, output-file o",
        plain: "fix, watch w, exit-zero e, no-cache n, quiet q, unsafe-fixes",
        ..NOTHING
    },
    Flags {
        programs: &["mypy"],
        valued: "module m, package p, command c, config-file",
        plain: "verbose v, install-types",
        ..NOTHING
    },
    Flags {
        programs: &["firebase"],
        subs: &["deploy"],
        valued: "message m",
        ..NOTHING
    },
    Flags {
        programs: &["fly", "flyctl"],
        subs: &["deploy"],
        valued: "image i, env e, dockerfile, strategy",
        plain: "now, local-only, detach d",
        ..NOTHING
    },
    Flags {
        programs: &["fly", "flyctl"],
        subs: &["ssh console"],
        valued: "command C, user u, machine",
        plain: "select s",
        ..NOTHING
    },
    Flags {
        programs: &["netlify"],
        subs: &["deploy"],
        valued: "auth a, message m, alias",
        plain: "prod-if-unlocked, open o",
        ..NOTHING
    },
    Flags {
        programs: &["gradle", "gradlew"],
        valued: "exclude-task x, project-dir p, build-file b, \
            settings-file c, init-script I, gradle-user-home g, \
            system-prop D, project-prop P, max-workers",
        plain: "quiet q, info i, debug d, stacktrace s, continue, dry-run m, \
            offline, rerun-tasks, no-daemon",
        ..NOTHING
    },
    Flags {
        programs: &["pass"],
        subs: &["rm", "remove", "delete"],
        plain: "recursive r, force f",
        ..NOTHING
    },
    Flags {
        programs: &["pass"],
        subs: &["show", "ls", "list"],
        plain: "clip c",
        ..NOTHING
    },
    Flags {
        programs: &["pass"],
        subs: &["generate"],
        plain: "no-symbols n, clip c, in-place i, force f",
        ..NOTHING
    },
    Flags {
        programs: &["pass"],
        subs: &["insert", "add"],
        plain: "echo e, multiline m, force f",
        ..NOTHING
    },
    Flags {
        programs: &["dbt"],
        subs: &["build", "run", "seed", "snapshot", "test"],
        valued: "target t, select s, models m, exclude, profile, vars, \
            threads, profiles-dir, project-dir",
        plain: "full-refresh f, fail-fast x",
        ..NOTHING
    },
    Flags {
        programs: &["kill"],
        valued: "signal s",
        plain: "list l, table L",
        ..NOTHING
    },
];
