//! Values of options that programs take for the same.

use super::usual_volume;
use crate::shell::data::implied::POSTGRES;
use crate::shell::views::respelled::address;

/// Writes the value of an option as it usually is: `-X delete`, `-h PROD`,
/// `-o "StrictHostKeyChecking no"`, an address.
pub(super) fn write(program: &str, name: &str, value: &str, out: &mut String) {
    let from = out.len();
    match name {
        "volume" => return out.push_str(usual_volume(value)),
        "command" | "execute" | "method" | "request" => {
            out.push_str(value);
            return in_letters(out, from, str::make_ascii_uppercase);
        }
        "host" | "h" if has_host(program) => {
            out.push_str(value.strip_suffix('.').unwrap_or(value));
        }
        "o" if matches!(program, "ssh" | "scp" | "sftp") => {
            let (key, rest) =
                value.split_once(['=', ' ']).unwrap_or((value, ""));
            out.push_str(key.trim());
            if key.len() < value.len() {
                out.push('=');
                out.push_str(rest.trim_start_matches(['=', ' ']));
            }
        }
        _ => {
            let (_, rest) = address::split(value).unwrap_or_default();
            let host = address::cut(rest).0;
            let whole = !host.is_empty() && !host.contains('*');
            if !whole || !address::write(value, false, out) {
                out.truncate(from);
                // `--file=./x`
                let short = value.strip_prefix("./").unwrap_or(value);
                out.push_str(if short.is_empty() { value } else { short });
            }
            return;
        }
    }
    in_letters(out, from, str::make_ascii_lowercase);
}

/// Whether one of the options of a program names a host.
fn has_host(program: &str) -> bool {
    let others = [
        "mysql",
        "mariadb",
        "mysqldump",
        "mysqladmin",
        "mongosh",
        "mongo",
        "redis-cli",
    ];
    POSTGRES.contains(&program) || others.contains(&program)
}

fn in_letters(out: &mut str, from: usize, turn: fn(&mut str)) {
    if let Some(text) = out.get_mut(from..) {
        turn(text);
    }
}
