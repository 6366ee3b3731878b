//! The options of git and of its subcommands; from `git … -h`.

use super::{Flags, NOTHING};

const GIT: Flags = Flags { programs: &["git"], ..NOTHING };

/// More special rows stand first.
pub(super) const ROWS: &[Flags] = &[
    Flags {
        subs: &["remote add"],
        valued: "track t, master m",
        plain: "fetch f, tags",
        joined: "mirror",
        ..GIT
    },
    Flags { subs: &["remote prune"], plain: "dry-run n", ..GIT },
    Flags {
        subs: &["worktree add"],
        valued: "b, B, reason",
        plain: "force f, orphan, detach d, checkout, lock, quiet q, track, \
            guess-remote",
        ..GIT
    },
    Flags { subs: &["worktree remove"], plain: "force f", ..GIT },
    Flags {
        subs: &["worktree list"],
        valued: "expire",
        plain: "porcelain, verbose v, z",
        ..GIT
    },
    Flags {
        subs: &["worktree move", "worktree lock"],
        valued: "reason",
        plain: "force f",
        ..GIT
    },
    Flags {
        subs: &["worktree prune"],
        valued: "expire",
        plain: "dry-run n, verbose v",
        ..GIT
    },
    Flags {
        subs: &["notes add", "notes append"],
        valued: "message m, file F, reedit-message c, reuse-message C",
        plain: "allow-empty, force f, stripspace",
        joined: "separator",
        ..GIT
    },
    Flags {
        subs: &["stash pop", "stash apply", "stash drop", "stash show"],
        plain: "quiet q, index, include-untracked u, only-untracked",
        ..GIT
    },
    Flags {
        subs: &["stash store"],
        valued: "message m",
        plain: "quiet q",
        ..GIT
    },
    Flags {
        subs: &["reflog expire", "reflog delete"],
        valued: "expire, expire-unreachable",
        plain: "dry-run n, rewrite, updateref, verbose, stale-fix, all, \
            single-worktree",
        ..GIT
    },
    Flags {
        subs: &["stash push", "stash save", "stash"],
        valued: "message m, pathspec-from-file",
        plain: "keep-index k, staged S, patch p, quiet q, \
            include-untracked u, all a, pathspec-file-nul",
        ..GIT
    },
    Flags {
        subs: &["add"],
        valued: "chmod, pathspec-from-file",
        plain: "dry-run n, verbose v, interactive i, patch p, edit e, \
            force f, update u, renormalize, intent-to-add N, all A, \
            ignore-removal, refresh, ignore-errors, ignore-missing, sparse, \
            pathspec-file-nul",
        ..GIT
    },
    Flags {
        subs: &["am"],
        valued: "quoted-cr, whitespace, directory, exclude, include, C, p, \
            patch-format, empty",
        plain: "interactive i, no-verify n, quiet q, signoff s, utf8 u, \
            keep k, message-id m, scissors c, resolved r",
        joined: "gpg-sign S",
        ..GIT
    },
    Flags {
        subs: &["apply"],
        valued: "exclude, include, p, build-fake-ancestor, C, whitespace, \
            directory",
        plain: "intent-to-add N, reverse R, verbose v, quiet q",
        ..GIT
    },
    Flags {
        subs: &["archive"],
        valued: "format, prefix, add-file, add-virtual-file, output o, \
            mtime, remote, exec",
        plain: "verbose v, list l",
        ..GIT
    },
    Flags {
        subs: &["blame"],
        valued: "ignore-rev, ignore-revs-file, S, contents, L",
        plain: "show-name f, show-number n, porcelain p, show-email e",
        ..GIT
    },
    Flags {
        subs: &["branch"],
        valued: "set-upstream-to u, contains, no-contains, merged, \
            no-merged, sort, points-at, format",
        plain: "verbose v, quiet q, unset-upstream, remotes r, all a, \
            delete d, D, move m, M, omit-empty, copy c, C, list l, \
            show-current, create-reflog, edit-description, force f, \
            ignore-case i, recurse-submodules",
        joined: "track t, color, abbrev, column",
        ..GIT
    },
    Flags {
        subs: &["checkout"],
        valued: "b, B, conflict, orphan, pathspec-from-file",
        plain: "l, guess, overlay, quiet q, progress, merge m, detach d, \
            force f, overwrite-ignore, ignore-other-worktrees, ours 2, \
            theirs 3, patch p, ignore-skip-worktree-bits, pathspec-file-nul",
        joined: "recurse-submodules, track t",
        ..GIT
    },
    Flags {
        subs: &["cherry-pick"],
        valued: "cleanup, mainline m, strategy, strategy-option X, empty",
        plain: "quit, continue, abort, skip, no-commit n, commit, edit e, \
            signoff s, rerere-autoupdate, x, ff, allow-empty, \
            allow-empty-message, keep-redundant-commits",
        joined: "gpg-sign S",
        ..GIT
    },
    Flags {
        subs: &["clean"],
        valued: "exclude e",
        plain: "quiet q, dry-run n, force f, interactive i, d, x, X",
        ..GIT
    },
    Flags {
        subs: &["clone"],
        valued: "jobs j, template, reference, reference-if-able, origin o, \
            branch b, upload-pack u, depth, shallow-since, shallow-exclude, \
            separate-git-dir, ref-format, config c, server-option, filter, \
            bundle-uri",
        plain: "verbose v, quiet q, progress, reject-shallow, no-checkout n, \
            checkout, bare, mirror, local l, no-hardlinks, hardlinks, \
            shared s, dissociate, single-branch, no-tags, tags, \
            shallow-submodules, ipv4 4, ipv6 6, also-filter-submodules, \
            remote-submodules, sparse",
        joined: "recurse-submodules recursive",
        ..GIT
    },
    Flags {
        subs: &["commit"],
        valued: "file F, author, date, message m, reedit-message c, \
            reuse-message C, squash, fixup, trailer, template t, cleanup, \
            pathspec-from-file",
        plain: "quiet q, verbose v, reset-author, signoff s, edit e, \
            status, all a, include i, interactive, patch p, only o, \
            no-verify n, verify, dry-run, short, branch, ahead-behind, \
            porcelain, long, null z, amend, no-post-rewrite, post-rewrite, \
            pathspec-file-nul, no-edit, no-gpg-sign",
        joined: "gpg-sign S, untracked-files u",
        ..GIT
    },
    Flags {
        subs: &["fetch"],
        valued: "upload-pack, jobs j, depth, shallow-since, shallow-exclude, \
            deepen, refmap, server-option o, negotiation-tip, filter",
        plain: "verbose v, quiet q, all, set-upstream, append a, atomic, \
            force f, multiple m, tags t, n, prefetch, prune p, prune-tags P, \
            dry-run, porcelain, write-fetch-head, keep k, update-head-ok u, \
            progress, unshallow, refetch, update-shallow, ipv4 4, ipv6 6, \
            negotiate-only, auto-maintenance, auto-gc, show-forced-updates, \
            write-commit-graph, stdin",
        joined: "recurse-submodules",
        ..GIT
    },
    Flags {
        subs: &["gc"],
        valued: "max-cruft-size",
        plain: "quiet q, cruft, aggressive, auto, detach, force, \
            keep-largest-pack",
        joined: "prune",
        ..GIT
    },
    Flags {
        subs: &["init"],
        valued: "template, separate-git-dir, initial-branch b, \
            object-format, ref-format",
        plain: "bare, quiet q",
        joined: "shared",
        ..GIT
    },
    Flags {
        subs: &["ls-files"],
        valued: "exclude x, exclude-from X, exclude-per-directory, \
            with-tree, format",
        plain: "cached c, deleted d, modified m, others o, ignored i, \
            stage s, killed k, unmerged u",
        ..GIT
    },
    Flags {
        subs: &["merge"],
        valued: "cleanup, strategy s, strategy-option X, message m, file F, \
            into-name",
        plain: "no-stat n, stat, summary, squash, commit, edit e, ff, ff-only, \
            rerere-autoupdate, verify-signatures, verbose v, quiet q, abort, \
            quit, continue, allow-unrelated-histories, progress, autostash, \
            overwrite-ignore, signoff, no-verify, verify, no-edit, no-ff, \
            no-commit",
        joined: "log, gpg-sign S",
        ..GIT
    },
    Flags {
        subs: &["mv"],
        plain: "verbose v, dry-run n, force f, k, sparse",
        ..GIT
    },
    Flags {
        subs: &["prune"],
        valued: "expire",
        plain: "dry-run n, verbose v, progress, exclude-promisor-objects",
        ..GIT
    },
    Flags {
        subs: &["pull"],
        valued: "cleanup, strategy s, strategy-option X, upload-pack, depth, \
            shallow-since, shallow-exclude, deepen, refmap, server-option o, \
            negotiation-tip",
        plain: "verbose v, quiet q, progress, no-stat n, stat, squash, commit, edit, \
            ff, ff-only, verify, verify-signatures, autostash, \
            allow-unrelated-histories, all, append a, force f, tags t, \
            prune p, dry-run, keep k, unshallow, update-shallow, ipv4 4, \
            ipv6 6, show-forced-updates, set-upstream, no-ff, no-rebase, \
            no-commit",
        joined: "recurse-submodules, rebase r, log, signoff, gpg-sign S, \
            jobs j",
        ..GIT
    },
    Flags {
        subs: &["push"],
        valued: "repo, recurse-submodules, receive-pack exec, push-option o",
        plain: "verbose v, quiet q, all branches, mirror, delete d, tags, \
            dry-run n, porcelain, force f, force-if-includes, thin, \
            set-upstream u, progress, prune, no-verify, verify, follow-tags, \
            atomic, ipv4 4, ipv6 6",
        joined: "force-with-lease, signed",
        ..GIT
    },
    Flags {
        subs: &["rebase"],
        valued: "onto, C, whitespace, empty, exec x, strategy s, \
            strategy-option X",
        plain: "keep-base, no-verify, verify, quiet q, verbose v, no-stat n, \
            stat, signoff, committer-date-is-author-date, reset-author-date, \
            ignore-whitespace, force-rebase f, no-ff, ff, continue, skip, \
            abort, quit, edit-todo, show-current-patch, apply, merge m, \
            interactive i, rerere-autoupdate, autosquash, update-refs, \
            autostash, fork-point, root, reschedule-failed-exec, \
            reapply-cherry-picks",
        joined: "gpg-sign S, rebase-merges r",
        ..GIT
    },
    Flags {
        subs: &["reset"],
        valued: "pathspec-from-file",
        plain: "quiet q, no-refresh, refresh, mixed, soft, hard, merge, \
            keep, patch p, intent-to-add N, pathspec-file-nul",
        joined: "recurse-submodules",
        ..GIT
    },
    Flags {
        subs: &["restore"],
        valued: "source s, conflict, pathspec-from-file",
        plain: "staged S, worktree W, ignore-unmerged, overlay, quiet q, \
            progress, merge m, ours 2, theirs 3, patch p, \
            ignore-skip-worktree-bits, pathspec-file-nul",
        joined: "recurse-submodules",
        ..GIT
    },
    Flags {
        subs: &["revert"],
        valued: "cleanup, mainline m, strategy, strategy-option X",
        plain: "quit, continue, abort, skip, no-commit n, commit, edit e, \
            signoff s, rerere-autoupdate, reference",
        joined: "gpg-sign S",
        ..GIT
    },
    Flags {
        subs: &["rm"],
        valued: "pathspec-from-file",
        plain: "dry-run n, quiet q, cached, force f, r, ignore-unmatch, \
            sparse, pathspec-file-nul",
        ..GIT
    },
    Flags {
        subs: &["status"],
        plain: "verbose v, short s, branch b, show-stash, ahead-behind, \
            long, null z, no-renames, renames",
        joined: "porcelain, untracked-files u, ignored, ignore-submodules, \
            column, find-renames M",
        ..GIT
    },
    Flags {
        subs: &["switch"],
        valued: "create c, force-create C, conflict, orphan",
        plain: "guess, quiet q, progress, merge m, \
            detach d, force f discard-changes, overwrite-ignore, \
            ignore-other-worktrees",
        joined: "recurse-submodules, track t",
        ..GIT
    },
    Flags {
        subs: &["tag"],
        valued: "message m, file F, trailer, cleanup, local-user u, \
            contains, no-contains, merged, no-merged, sort, points-at, \
            format",
        plain: "list l, delete d, verify v, annotate a, edit e, sign s, \
            force f, create-reflog, omit-empty, ignore-case i",
        joined: "column, color",
        ..GIT
    },
    Flags {
        subs: &["submodule add"],
        valued: "branch b, name, reference, depth",
        plain: "force f, quiet q",
        ..GIT
    },
    Flags {
        subs: &["submodule update"],
        valued: "reference, depth, jobs j",
        plain: "init, remote, no-fetch N, force f, checkout, merge, rebase, \
            recursive, quiet q",
        ..GIT
    },
    Flags {
        subs: &["submodule deinit"],
        plain: "force f, all, quiet q",
        ..GIT
    },
    Flags {
        subs: &["submodule set-branch"],
        valued: "branch b",
        plain: "default d, quiet q",
        ..GIT
    },
    Flags {
        subs: &["config"],
        valued: "file f, blob, type, default, value, url, comment",
        plain: "global, system, local, worktree, list l, edit e, null z, \
            name-only, show-origin, show-scope, add, get, get-all, \
            get-regexp, unset, unset-all, replace-all, all, fixed-value",
        ..GIT
    },
    Flags {
        subs: &["diff", "log", "show"],
        valued: "max-count n, skip, since after, until before, \
            author, committer, grep, output, G, L, O, S",
        plain: "patch p u, no-patch s, cached staged, text a, \
            ignore-all-space w, ignore-space-change b, function-context W",
        joined: "unified U, find-renames M, find-copies C, break-rewrites B",
        ..GIT
    },
    Flags {
        subs: &["difftool", "mergetool"],
        valued: "tool t, extcmd x",
        plain: "dir-diff d, gui g, no-prompt y, no-symlinks",
        ..GIT
    },
    Flags {
        subs: &["grep"],
        valued: "max-depth, context C, before-context B, after-context A, \
            threads, max-count m, e, f",
        plain: "invert-match v, ignore-case i, word-regexp w, text a, \
            recursive r, extended-regexp E, basic-regexp G, fixed-strings F, \
            perl-regexp P, line-number n, files-with-matches l name-only, \
            files-without-match L, null z, only-matching o, count c, \
            show-function p, function-context W, quiet q",
        joined: "open-files-in-pager O",
        ..GIT
    },
    Flags {
        programs: GIT.programs,
        valued: "C, c, git-dir, work-tree, namespace",
        plain: "global, system, local, no-verify",
        ..NOTHING
    },
];
