//! Containers, clouds, databases, and what is fetched: from each program's own
//! help text.

use super::{DOCKER, Flags, KUBECTL, NOTHING, simple};

const COMPOSE: Flags = Flags {
    valued: "file f, project-name p, env-file, profile, timeout t, scale",
    plain: "volumes v, remove-orphans, detach d, build",
    ..NOTHING
};

pub(super) const ROWS: &[Flags] = &[
    Flags {
        programs: &["gh", "glab"],
        subs: &["api"],
        valued: "method X, header H, field F, raw-field f, input, jq q, \
            template t, preview p, cache",
        plain: "include i, paginate, silent, slurp, verbose",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr merge"],
        valued: "body b, body-file F, subject t, author-email A, \
            match-head-commit",
        plain: "admin, auto, delete-branch d, disable-auto, merge m, rebase r, \
            squash s",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["pr close"],
        valued: "comment c",
        plain: "delete-branch d",
        ..NOTHING
    },
    Flags {
        programs: &["gh"],
        subs: &["repo delete", "release delete"],
        plain: "yes y confirm, cleanup-tag",
        ..NOTHING
    },
    Flags { programs: &["gh", "glab"], valued: "repo R, hostname", ..NOTHING },
    Flags {
        programs: KUBECTL,
        subs: &["logs"],
        plain: "follow f, previous p, timestamps",
        valued: "tail, since",
        ..NOTHING
    },
    Flags {
        programs: KUBECTL,
        subs: &["exec"],
        plain: "stdin i, tty t",
        own: 1,
        ..NOTHING
    },
    Flags {
        programs: KUBECTL,
        valued: "namespace n, as, as-group, cluster, container c, context, \
            field-manager, field-selector, filename f, from-file, \
            from-literal, grace-period, image, kubeconfig, kustomize k, \
            output o, patch p, patch-file, replicas, request-timeout, \
            selector l, server s, timeout, token, type, user",
        plain: "all, all-namespaces A, force, ignore-not-found, now, prune, \
            recursive R, server-side, wait, watch w",
        joined: "cascade, dry-run",
        ..NOTHING
    },
    Flags {
        programs: &["aws"],
        valued: "profile, region, output, query, endpoint-url, exclude, include, \
            acl, storage-class, ca-bundle, color",
        plain: "delete, dryrun, force, no-cli-pager, no-sign-request, \
            no-verify-ssl, only-show-errors, quiet, recursive, size-only",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &[
            "run",
            "create",
            "exec",
            "container run",
            "container create",
            "container exec",
        ],
        valued: "attach a, cpu-shares c, env e, hostname h, label l, memory m, \
            network net, publish p, user u, volume v, workdir w",
        plain: "detach d, init, interactive i, no-healthcheck, oom-kill-disable, \
            privileged, publish-all P, quiet q, read-only, rm, sig-proxy, \
            tty t",
        rest: true,
        own: 1,
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &["rm", "rmi", "container rm", "image rm", "volume rm"],
        plain: "force f, volumes v, link l, no-prune",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        subs: &[
            "system prune",
            "image prune",
            "volume prune",
            "builder prune",
            "container prune",
            "network prune",
        ],
        valued: "filter",
        plain: "all a, force f, volumes",
        ..NOTHING
    },
    Flags { programs: DOCKER, subs: &["compose"], ..COMPOSE },
    Flags { programs: &["docker-compose"], ..COMPOSE },
    Flags {
        programs: DOCKER,
        subs: &["build", "buildx", "image build"],
        valued: "tag t, file f, build-arg, target, platform",
        plain: "push, no-cache, pull, load, quiet q",
        ..NOTHING
    },
    Flags {
        programs: DOCKER,
        valued: "host H, context c, config, log-level l",
        ..NOTHING
    },
    Flags {
        programs: &["helm"],
        valued: "namespace n, kube-context, kubeconfig, output o, revision, set, \
            timeout, values f, version",
        plain: "all-namespaces A, atomic, create-namespace, dry-run, force, \
            install i, keep-history, no-hooks, wait, generate-name g",
        ..NOTHING
    },
    Flags {
        programs: &["pg_restore"],
        valued: "host h, port p, username U, dbname d, file f, jobs j, table t, \
            schema n",
        plain: "clean c, create C, if-exists, data-only a",
        ..NOTHING
    },
    Flags {
        programs: &[
            "psql",
            "pg_dump",
            "dropdb",
            "createdb",
            "dropuser",
            "createuser",
        ],
        valued: "host h, port p, username U, dbname d, command c, file f, \
            output o, variable set v, field-separator F, pset P",
        plain: "quiet q, tuples-only t, no-align A, no-psqlrc X, no-password w, \
            password W, single-transaction 1, list l, if-exists, force",
        ..NOTHING
    },
    Flags {
        programs: &[
            "mysql",
            "mariadb",
            "mysqldump",
            "mysqladmin",
            "mariadb-dump",
        ],
        valued: "host h, port P, user u, execute e, database D, socket S",
        plain: "force f, batch B, silent s, verbose v",
        joined: "password p",
        ..NOTHING
    },
    Flags {
        programs: &["mongosh", "mongo"],
        valued: "eval, host, port, username u, password p, file f",
        plain: "quiet, nodb, norc",
        ..NOTHING
    },
    Flags {
        programs: &["redis-cli"],
        valued: "h, p, n, a, u, s, r, i, user, pass",
        ..NOTHING
    },
    Flags {
        programs: &["ssh"],
        valued: "B, b, c, D, E, e, F, I, i, J, L, l, m, O, o, P, p, Q, R, S, W, w",
        plain: "4, 6, A, a, C, f, G, g, K, k, M, N, n, q, s, T, t, V, v, X, x, Y, \
            y",
        own: 2,
        ..NOTHING
    },
    Flags {
        programs: &["scp", "sftp"],
        valued: "c, D, F, i, J, l, o, P, S, X, b, B",
        plain: "3, 4, 6, A, C, p, q, r, T, v, O",
        ..NOTHING
    },
    Flags {
        programs: &["curl"],
        valued: "request X, \
            data d data-raw data-ascii data-binary data-urlencode json, \
            form F form-string, header H, output o, user u, upload-file T, \
            proxy x, cookie b, cookie-jar c, user-agent A, referer e, cert E, \
            key, cacert, config K, write-out w, max-time m, connect-timeout, \
            connect-to, resolve, retry, range r, interface, unix-socket, \
            limit-rate, dump-header D, quote Q, telnet-option t, \
            continue-at C, speed-limit Y, speed-time y, time-cond z, \
            oauth2-bearer, stderr, trace, trace-ascii, proxy-user U, \
            ftp-port P, output-dir, netrc-file, pass, cert-type, key-type, \
            ciphers, dns-servers, doh-url, max-filesize, max-redirs, \
            retry-delay, retry-max-time, proto, tls-max, socks4, socks5, \
            socks5-hostname, aws-sigv4, preproxy, noproxy, pubkey, \
            mail-from, mail-rcpt, url-query, local-port, etag-save, \
            etag-compare, hsts, alt-svc, libcurl, create-file-mode, rate, \
            parallel-max, proxy-header, capath, crlfile, engine",
        plain: "insecure k, silent s, location L location-trusted, \
            fail f fail-with-body, head I, show-error S, verbose v, \
            include i, remote-name O, get G, ipv4 4, ipv6 6, compressed, \
            next, globoff g, remote-header-name J, no-buffer N, parallel Z, \
            progress-bar #, proxytunnel p, append a, list-only l, netrc n, \
            disable q, http1.1, http2, http1.0 0, tlsv1 1, sslv2 2, sslv3 3, \
            remote-time R, use-ascii B, junk-session-cookies j, url",
        ..NOTHING
    },
    Flags {
        programs: &["terraform", "terragrunt", "tofu"],
        valued: "backend-config, chdir, lock-timeout, out, parallelism, replace, \
            state, target, var, var-file",
        plain: "auto-approve, destroy, force, input, lock, migrate-state, \
            reconfigure, refresh, refresh-only, upgrade",
        ..NOTHING
    },
    Flags {
        programs: &["gcloud"],
        valued: "project, account, configuration, filter, format, \
            impersonate-service-account, region, zone",
        plain: "quiet q",
        ..NOTHING
    },
    Flags {
        programs: &["az"],
        valued: "subscription, ids, location l, name n, output o, query, \
            resource-group g",
        plain: "no-wait, yes y",
        ..NOTHING
    },
    Flags {
        programs: &["heroku"],
        valued: "app a, remote r, confirm c, team t",
        ..NOTHING
    },
    Flags {
        programs: &["fly", "flyctl"],
        valued: "app a, config c",
        plain: "yes y",
        ..NOTHING
    },
    Flags {
        programs: &["vercel"],
        valued: "target, token t, scope S team T, cwd, env e, build-env b, meta m",
        plain: "prod, yes y, force f",
        ..NOTHING
    },
    Flags {
        programs: &["pulumi"],
        valued: "stack s, cwd C",
        plain: "yes y, skip-preview f",
        ..NOTHING
    },
    Flags {
        programs: &["ansible-playbook", "ansible"],
        valued: "inventory i inventory-file, limit l, extra-vars e",
        plain: "check C, become b",
        ..NOTHING
    },
    Flags {
        programs: &["rsync"],
        valued: "rsh e, exclude, include, filter f, files-from, \
            exclude-from, include-from, backup-dir, suffix, temp-dir T, \
            compare-dest, copy-dest, link-dest, max-size, min-size, \
            max-delete, chmod, chown, log-file, out-format, block-size B, \
            bwlimit, timeout, port, password-file, rsync-path, partial-dir",
        plain: "delete, delete-after, delete-before, delete-delay, \
            delete-during del, delete-excluded, delete-missing-args, \
            archive a, compress z, dry-run n, force, recursive r, \
            remove-source-files, verbose v, update u, links l, perms p, \
            times t, group g, owner o, D, hard-links H, acls A, xattrs X, \
            checksum c, one-file-system x, sparse S, whole-file W, \
            itemize-changes i, relative R, backup b, quiet q, \
            human-readable h, copy-links L, prune-empty-dirs m, dirs d, \
            copy-unsafe-links, existing, ignore-existing, inplace, append, \
            partial, progress, P, ipv4 4, ipv6 6, numeric-ids, stats",
        ..NOTHING
    },
    Flags {
        programs: &["node", "nodejs"],
        valued: "eval e, print p, require r",
        own: 1,
        ..NOTHING
    },
    Flags {
        programs: &["npm", "pnpm"],
        valued: "prefix C, workspace w, registry, tag, access, otp, loglevel",
        plain: "global g, force f, save-dev dev D, save-prod save P S, dry-run, \
            yes y",
        ..NOTHING
    },
    Flags {
        programs: &["pip", "pip3"],
        valued: "index-url i pypi-url, extra-index-url, requirement r, \
            editable e, target t, constraint c, find-links f, prefix, root, \
            proxy, trusted-host, cache-dir, python, log",
        plain: "upgrade U, user, yes y, break-system-packages, quiet q, \
            verbose v, ignore-installed I, no-deps, no-index, pre, \
            force-reinstall, isolated, outdated o, uptodate u, list l",
        ..NOTHING
    },
    simple(
        &["apt", "apt-get", "aptitude"],
        "option o, target-release t default-release, config-file c",
        "yes y assume-yes, purge, quiet q, fix-broken f, fix-missing m, \
            download-only d, simulate s just-print dry-run recon no-act, \
            show-upgraded u, build b compile, autoremove auto-remove, \
            reinstall, assume-no, allow-downgrades, force-yes",
    ),
    // What `-exec` takes is a command, and not listed.
    simple(
        &["find", "gfind", "bfs"],
        "D, amin, anewer, atime, cmin, cnewer, context, ctime, \
            files0-from, flags, fls, fprint, fprint0, fprintf, fstype, gid, \
            group, ilname, iname, inum, ipath, iregex, iwholename, links, \
            lname, maxdepth, mindepth, mmin, mtime, name, newer, neweraa, \
            newerat, newercm, newerct, newermm, newermt, path, perm, printf, \
            regex, regextype, samefile, size, type, uid, used, user, \
            wholename, xtype",
        "E, H, L, P, X, a and, daystart, delete, depth d, empty, \
            executable, false, follow, ignore_readdir_race, ls, mount, \
            nogroup, noleaf, not, nouser, o or, print, print0, prune, quit, \
            readable, s, true, writable, x, xdev",
    ),
    simple(&["createuser"], "", "superuser s, createdb d"),
    simple(&["firebase"], "project P, only, token", "force f"),
    simple(&["netlify"], "dir d, site s", "prod p"),
    simple(&["wrangler"], "env e, config c, name", "remote"),
    simple(
        &["iptables", "ip6tables"],
        "append A, delete D, insert I, policy P, table t",
        "",
    ),
    Flags {
        programs: &["iptables", "ip6tables"],
        joined: "flush F, delete-chain X",
        ..NOTHING
    },
    simple(
        &["jest"],
        "config c, testNamePattern t, maxWorkers w",
        "updateSnapshot u, watch, ci, runInBand i",
    ),
    simple(
        &["vitest"],
        "config c, testNamePattern t",
        "update u, watch w, run",
    ),
    simple(
        &["prettier"],
        "config",
        "write w, check c, list-different l, ignore-unknown u",
    ),
    simple(
        &["dotnet"],
        "configuration c, framework f, output o, source s",
        "force",
    ),
    simple(&["nix-collect-garbage"], "", "delete-old d"),
    simple(
        &["conda", "mamba"],
        "name n, prefix p, channel c, file f",
        "yes y, all a, force",
    ),
    simple(
        &["nox"],
        "session s sessions e, noxfile f, python p, tags t",
        "list l, reuse-existing-virtualenvs r",
    ),
    simple(&["vagrant"], "", "force f"),
    simple(
        &["sysctl"],
        "pattern r",
        "write w, quiet q, all a, load p, system",
    ),
    simple(&["wipefs"], "types t, offset o", "all a, force f"),
    simple(&["logrotate"], "state s", "force f, debug d"),
    simple(
        &["mvn", "mvnw"],
        "activate-profiles P, file f, settings s, define D",
        "quiet q, offline o, batch-mode B, update-snapshots U",
    ),
    simple(&["pnpm"], "filter F", "recursive r, workspace-root w, prod P"),
    simple(
        &["systemctl"],
        "host H, machine M, type t, property p",
        "now, force f, quiet q, user, no-block, all a, full l, recursive r",
    ),
    simple(
        &["cargo"],
        "package p, features F, manifest-path, target, jobs j, git, branch, \
            tag, rev, path, root, index, registry, version vers, token, \
            bin, example, test, bench, profile, target-dir, exclude, config, \
            message-format, color, Z, C",
        "force f, dry-run n, release r, quiet q, no-verify, workspace all, \
            verbose v, all-features, no-default-features, all-targets, lib, \
            bins, locked, offline, frozen, keep-going, allow-dirty, no-run",
    ),
    simple(
        &["twine"],
        "repository r, username u, password p",
        "skip-existing",
    ),
    Flags {
        programs: &["sudo", "doas"],
        valued: "user u, group g, chdir D, chroot R, prompt p",
        plain: "login i, shell s, non-interactive n, preserve-env E, list l, \
            edit e, set-home H",
        own: 1,
        ..NOTHING
    },
    simple(
        &["ps"],
        "format o, pid p, command C, sort",
        "a, A, e, f, j, l, u, w, x",
    ),
    simple(&["pytest", "py.test"], "k, m, n, c", "x, pdb"),
    simple(&["unzip"], "d, P", "o, q, n, j"),
    simple(&["nc", "ncat", "netcat"], "e, p, w, s", "l, v"),
    simple(&["crontab"], "u", "r, e, l, i"),
    simple(
        &["gpg", "gpg2"],
        "output o, recipient r, local-user u, homedir",
        "batch, yes, quiet q, verbose v, armor a, decrypt d, encrypt e, \
            sign s, detach-sign b, symmetric c, list-keys k, \
            list-secret-keys K, export, \
            export-secret-keys export-secret-subkeys",
    ),
    simple(
        &["sops"],
        "age a, kms k, pgp p, extract, output, config",
        "decrypt d, encrypt e, in-place i, rotate r, verbose",
    ),
    simple(
        &["age"],
        "identity i, recipient r, recipients-file R, output o",
        "decrypt d, encrypt e, passphrase p, armor a",
    ),
    simple(
        &["nox"],
        "session s e sessions, tags t, keywords k, noxfile f",
        "list l, reuse-existing-virtualenvs r",
    ),
    simple(&["yarn"], "cwd", "dev D, force f, frozen-lockfile"),
];
