//! Calls of Python's `open` that read.

/// Whether what stands behind `open` opens a file to read it.
pub(super) fn only_reads(behind: &str) -> bool {
    let Some(inner) = behind.strip_prefix('(') else { return false };
    let mut quote = None;
    let (mut start, mut first) = (0, true);
    let mut deep = 0_i32;
    let mut before = ' ';
    for (at, c) in inner.char_indices() {
        match quote {
            Some(_) if matches!(c, '\\' | '\n' | '\r') => return false,
            // What ends there must end there in every Python.
            Some(mark) if c == mark && deep != 0 => return false,
            Some(mark) if c == mark => quote = None,
            Some(_) => {
                deep += i32::from(c == '{') - i32::from(c == '}');
                if deep < 0 {
                    return false;
                }
            }
            None if matches!(c, '(' | '*' | '#' | '\\') => return false,
            None if matches!(c, '\'' | '"') => {
                // Texts side by side, or with three marks.
                if matches!(before, '\'' | '"') {
                    return false;
                }
                quote = Some(c);
            }
            None if matches!(c, ',' | ')') => {
                let word = inner.get(start..at).unwrap_or("");
                if !first && !is_way_to_read(word.trim()) {
                    return false;
                }
                (start, first) = (at + 1, false);
                if c == ')' {
                    return true;
                }
            }
            None => {}
        }
        before = c;
    }
    false
}

/// Whether an argument of `open` behind the first leaves it reading.
fn is_way_to_read(word: &str) -> bool {
    const WAYS: &[&str] =
        &["'r'", "'rb'", "'rt'", "\"r\"", "\"rb\"", "\"rt\""];
    let Some((key, value)) = word.split_once('=') else {
        return WAYS.contains(&word);
    };
    match key.trim() {
        "encoding" | "errors" | "newline" => !value.starts_with('='),
        "mode" => WAYS.contains(&value.trim()),
        _ => false,
    }
}
