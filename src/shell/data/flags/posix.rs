//! The options of programs that every system has; from their `--help`, of
//! the GNU ones where there are several. What has one name and no value is
//! left out where no guard is about it.

use super::{Flags, NOTHING};

/// More special rows stand first.
pub(super) const ROWS: &[Flags] = &[
    Flags {
        programs: &["cp"],
        valued: "no-preserve, sparse, suffix S, target-directory t",
        plain: "archive a, attributes-only, b, copy-contents, d, force f, \
            interactive i, H, link l, dereference L, no-clobber n, \
            no-dereference P, parents, recursive R r, remove-destination, \
            strip-trailing-slashes, symbolic-link s, no-target-directory T, \
            update u, verbose v, one-file-system x, Z, preserve p",
        joined: "backup, reflink, context",
        ..NOTHING
    },
    Flags {
        programs: &["mv"],
        valued: "suffix S, target-directory t",
        plain: "b, force f, interactive i, no-clobber n, \
            strip-trailing-slashes, no-target-directory T, update u, \
            verbose v, context Z",
        joined: "backup",
        ..NOTHING
    },
    Flags {
        programs: &["ln"],
        valued: "suffix S, target-directory t",
        plain: "b, directory d F, force f, interactive i, logical L, \
            no-dereference n, physical P, relative r, symbolic s, \
            no-target-directory T, verbose v",
        joined: "backup",
        ..NOTHING
    },
    Flags {
        programs: &["mkdir"],
        valued: "mode m",
        plain: "parents p, verbose v, Z",
        joined: "context",
        ..NOTHING
    },
    Flags {
        programs: &["rm"],
        plain: "force f, i, I, one-file-system, no-preserve-root, \
            recursive r R, dir d, verbose v",
        joined: "interactive, preserve-root",
        ..NOTHING
    },
    Flags {
        programs: &["rmdir"],
        plain: "ignore-fail-on-non-empty, parents p, verbose v",
        ..NOTHING
    },
    Flags {
        programs: &["touch"],
        valued: "date d, reference r, t, time",
        plain: "a, no-create c, no-dereference h, m",
        ..NOTHING
    },
    Flags {
        programs: &["install"],
        valued: "group g, mode m, owner o, strip-program, suffix S, \
            target-directory t",
        plain: "b, c, compare C, directory d, D, preserve-timestamps p, \
            strip s, no-target-directory T, verbose v, preserve-context, Z",
        joined: "backup, context",
        ..NOTHING
    },
    Flags {
        programs: &["tee"],
        plain: "append a, ignore-interrupts i, p",
        joined: "output-error",
        ..NOTHING
    },
    Flags {
        programs: &["shred"],
        valued: "iterations n, random-source, size s",
        plain: "force f, verbose v, exact x, zero z, remove u",
        ..NOTHING
    },
    Flags {
        programs: &["chmod"],
        valued: "reference",
        plain: "changes c, silent quiet f, verbose v, no-preserve-root, \
            preserve-root, recursive R",
        ..NOTHING
    },
    Flags {
        programs: &["chgrp", "chown"],
        valued: "from, reference",
        plain: "changes c, silent quiet f, verbose v, dereference, \
            no-dereference h, no-preserve-root, preserve-root, recursive R, \
            H, L, P",
        ..NOTHING
    },
    Flags {
        programs: &["ls"],
        valued: "block-size, format, hide, indicator-style, ignore I, \
            quoting-style, sort, time, time-style, tabsize T, width w",
        plain: "all a, almost-all A, escape b, ignore-backups B, \
            directory d, dired D, classify F, no-group G, human-readable h, \
            dereference-command-line H, inode i, kibibytes k, dereference L, \
            numeric-uid-gid n, literal N, hide-control-chars q, \
            quote-name Q, reverse r, recursive R, size s, context Z",
        ..NOTHING
    },
    Flags {
        programs: &["grep", "egrep", "fgrep"],
        valued: "regexp e, file f, max-count m, label, binary-files, \
            directories d, devices D, include, exclude, exclude-from, \
            exclude-dir, before-context B, after-context A, context C, \
            group-separator",
        plain: "extended-regexp E, fixed-strings F, basic-regexp G, \
            perl-regexp P, ignore-case i, word-regexp w, line-regexp x, \
            null-data z, no-messages s, invert-match v, byte-offset b, \
            line-number n, with-filename H, no-filename h, only-matching o, \
            quiet silent q, text a, recursive r, dereference-recursive R, \
            files-without-match L, files-with-matches l, count c, \
            initial-tab T, null Z, binary U",
        ..NOTHING
    },
    Flags {
        programs: &["diff"],
        valued: "width W, show-function-line F, label, tabsize, exclude x, \
            exclude-from X, starting-file S, from-file, to-file, \
            ignore-matching-lines I, ifdef D, horizon-lines, C, U",
        plain: "brief q, report-identical-files s, ed e, rcs n, \
            side-by-side y, show-c-function p, expand-tabs t, initial-tab T, \
            paginate l, recursive r, new-file N, ignore-case i, \
            ignore-tab-expansion E, ignore-trailing-space Z, \
            ignore-space-change b, ignore-all-space w, ignore-blank-lines B, \
            text a, minimal d, context c, unified u",
        ..NOTHING
    },
    Flags {
        programs: &["sort"],
        valued: "sort, batch-size, compress-program, files0-from, key k, \
            output o, buffer-size S, field-separator t, \
            temporary-directory T, parallel, random-source",
        plain: "ignore-leading-blanks b, dictionary-order d, ignore-case f, \
            general-numeric-sort g, ignore-nonprinting i, month-sort M, \
            human-numeric-sort h, numeric-sort n, random-sort R, reverse r, \
            version-sort V, merge m, stable s, unique u, zero-terminated z, \
            check c, C",
        ..NOTHING
    },
    Flags {
        programs: &["head"],
        valued: "bytes c, lines n",
        plain: "quiet silent q, verbose v, zero-terminated z",
        ..NOTHING
    },
    Flags {
        programs: &["tail"],
        valued: "bytes c, lines n, max-unchanged-stats, pid, sleep-interval s",
        plain: "follow f, quiet silent q, verbose v, zero-terminated z",
        ..NOTHING
    },
    Flags {
        programs: &["cut"],
        valued: "bytes b, characters c, delimiter d, fields f, \
            output-delimiter",
        plain: "only-delimited s, zero-terminated z",
        ..NOTHING
    },
    Flags {
        programs: &["du"],
        valued: "block-size B, max-depth d, files0-from, threshold t, time, \
            time-style, exclude-from X, exclude",
        plain: "null 0, all a, bytes b, total c, dereference-args D, \
            human-readable h, dereference L, count-links l, \
            no-dereference P, separate-dirs S, summarize s, \
            one-file-system x",
        ..NOTHING
    },
    Flags {
        programs: &["gzip", "gunzip"],
        valued: "suffix S",
        plain: "stdout c, decompress d, force f, keep k, list l, license L, \
            no-name n, name N, quiet q, recursive r, test t, verbose v, \
            fast 1, best 9",
        ..NOTHING
    },
    Flags {
        programs: &["xz", "unxz"],
        valued: "threads T",
        plain: "compress z, decompress d, test t, list l, keep k, force f, \
            stdout c, extreme e, quiet q, verbose v, long-help H",
        ..NOTHING
    },
    Flags {
        programs: &["zstd", "unzstd"],
        valued: "o, D, output-dir-flat",
        plain: "decompress uncompress d, force f, keep k, stdout c, quiet q, \
            verbose v, test t, list l, rm, r",
        joined: "threads T",
        ..NOTHING
    },
    Flags {
        programs: &["patch"],
        valued: "strip p, fuzz F, input i, output o, reject-file r, ifdef D, \
            prefix B, basename-prefix Y, suffix z, get g, directory d, \
            version-control V, reject-format, quoting-style, read-only",
        plain: "ignore-whitespace l, context c, ed e, normal n, unified u, \
            forward N, reverse R, remove-empty-files E, set-utc Z, \
            set-time T, batch t, force f, backup b, silent quiet s, dry-run, \
            binary, verbose, posix, follow-symlinks",
        ..NOTHING
    },
    Flags {
        programs: &["make", "gmake"],
        valued: "file makefile f, directory C, include-dir I, eval E, \
            old-file assume-old o, what-if new-file assume-new W",
        plain: "always-make B, dry-run just-print recon n, keep-going k, \
            environment-overrides e, ignore-errors i, check-symlink-times L, \
            print-data-base p, question q, no-builtin-rules r, \
            no-builtin-variables R, silent quiet s, no-keep-going stop S, \
            touch t, print-directory w",
        joined: "jobs j, load-average max-load l, output-sync O",
        ..NOTHING
    },
    Flags {
        programs: &["umount"],
        valued: "test-opts O, types t, namespace N",
        plain: "all a, all-targets A, no-canonicalize c, detach-loop d, \
            fake, force f, internal-only i, no-mtab n, lazy l, recursive R, \
            read-only r, verbose v, quiet q",
        ..NOTHING
    },
    Flags {
        programs: &["mount"],
        valued: "fstab T, options-mode, options-source, options o, \
            test-opts O, types t, source, target, target-prefix, \
            namespace N, label L, uuid U",
        plain: "all a, no-canonicalize c, fake f, fork F, internal-only i, \
            show-labels l, mkdir m, no-mtab n, read-only r, verbose v, \
            rw read-write w, bind B, move M, rbind R",
        ..NOTHING
    },
    Flags {
        programs: &["useradd"],
        valued: "base-dir b, comment c, home-dir d, expiredate e, \
            inactive f, gid g, groups G, skel k, key K, password p, root R, \
            prefix P, shell s, uid u, selinux-user Z",
        plain: "badname, btrfs-subvolume-home, defaults D, \
            add-subids-for-system F, no-log-init l, create-home m, \
            no-create-home M, no-user-group N, non-unique o, system r, \
            user-group U",
        ..NOTHING
    },
    Flags {
        programs: &["usermod"],
        valued: "comment c, home d, expiredate e, inactive f, gid g, \
            groups G, login l, password p, prefix P, root R, shell s, uid u, \
            add-subuids v, del-subuids V, add-subgids w, del-subgids W, \
            selinux-user Z",
        plain: "append a, badname b, lock L, move-home m, non-unique o, \
            remove r, unlock U",
        ..NOTHING
    },
    Flags {
        programs: &["userdel"],
        valued: "root R, prefix P",
        plain: "force f, remove r, selinux-user Z",
        ..NOTHING
    },
    Flags {
        programs: &["groupadd"],
        valued: "gid g, key K, password p, root R, prefix P, users U",
        plain: "force f, non-unique o, system r",
        ..NOTHING
    },
    Flags {
        programs: &["passwd"],
        valued: "inactive i, mindays n, repository r, root R, warndays w, \
            maxdays x",
        plain: "all a, delete d, expire e, keep-tokens k, lock l, quiet q, \
            status S, unlock u",
        ..NOTHING
    },
    Flags {
        programs: &["pkill", "pgrep"],
        valued: "queue q, pgroup g, group G, older O, parent P, session s, \
            terminal t, euid u, uid U, pidfile F, runstates r, cgroup, ns, \
            nslist, signal",
        plain: "echo e, count c, full f, ignore-case i, newest n, oldest o, \
            exact x, logpidfile L, ignore-ancestors A",
        ..NOTHING
    },
    Flags {
        programs: &["truncate"],
        valued: "reference r, size s",
        plain: "no-create c, io-blocks o",
        ..NOTHING
    },
    Flags {
        programs: &["base64", "base32"],
        valued: "wrap w",
        plain: "decode d D, ignore-garbage i",
        ..NOTHING
    },
    Flags {
        programs: &["split"],
        valued: "suffix-length a, additional-suffix, bytes b, line-bytes C, \
            filter, lines l, number n, separator t",
        plain: "elide-empty-files e, unbuffered u",
        ..NOTHING
    },
    Flags {
        programs: &["tar", "bsdtar", "gtar"],
        valued: "listed-incremental g, level, add-file, directory C, \
            exclude, exclude-ignore, exclude-tag, files-from T, \
            exclude-from X, to-command, group, group-map, mode, mtime, \
            owner, owner-map, sort, file f, info-script F, tape-length L, \
            rmt-command, rsh-command, blocking-factor b, format H, label V, \
            use-compress-program I, starting-file K, newer-mtime, newer N, \
            suffix, strip-components, transform, checkpoint-action, warning",
        plain: "catenate concatenate A, create c, diff compare d, append r, \
            list t, update u, extract get x, incremental G, seek n, \
            sparse S, keep-old-files k, unlink-first U, verify W, \
            to-stdout O, touch m, preserve-permissions same-permissions p, \
            preserve-order same-order s, multi-volume M, \
            read-full-records B, ignore-zeros i, old-archive portability, \
            auto-compress a, bzip2 j, xz J, gzip gunzip ungzip z, \
            compress uncompress Z, dereference h, absolute-names P, \
            check-links l, block-number R, verbose v, \
            interactive confirmation w, delete, remove-files, overwrite",
        ..NOTHING
    },
    Flags {
        programs: &["sed", "gsed"],
        valued: "expression e, file f, line-length l",
        plain: "quiet silent n, debug, follow-symlinks, posix, \
            regexp-extended E r, separate s, sandbox, unbuffered u, \
            null-data z",
        joined: "in-place i",
        ..NOTHING
    },
    Flags {
        programs: &["wget"],
        valued: "accept A, append-output a, base B, body-data, body-file, \
            ca-certificate, certificate, directory-prefix P, domains D, \
            exclude-directories X, execute e, header, http-password, \
            http-user, include-directories I, input-file i, level l, \
            limit-rate, load-cookies, method, output-document O, \
            output-file o, password, post-data, post-file, private-key, \
            quota Q, referer, reject R, save-cookies, timeout T, tries t, \
            user, user-agent U, wait w",
        plain: "adjust-extension E, background b, backup-converted K, \
            continue c, convert-links k, debug d, delete-after, \
            force-directories x, force-html F, inet4-only 4, inet6-only 6, \
            mirror m, no-check-certificate, no-clobber nc, \
            no-directories nd, no-host-directories nH, no-parent np, \
            no-verbose nv, page-requisites p, quiet q, recursive r, \
            relative L, server-response S, span-hosts H, spider, \
            timestamping N, verbose v",
        ..NOTHING
    },
    Flags {
        programs: &[
            "b2sum",
            "md5sum",
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
        ],
        plain: "binary b, check c, text t, zero z, warn w, ignore-missing, \
            quiet, status, strict, tag",
        ..NOTHING
    },
];
