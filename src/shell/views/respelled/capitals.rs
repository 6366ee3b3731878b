//! Statements of SQL in capital letters.

/// A statement of SQL in capital letters, but for names that start like a
/// command: `deleted_at` is no `DELETE`.
pub(super) fn in_capitals(text: &mut str) {
    const COMMANDS: &[&str] =
        &["alter", "create", "delete", "drop", "insert", "truncate", "update"];
    let part = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut at = 0;
    while at < text.len() {
        let rest = text.as_bytes().get(at..).unwrap_or(b"");
        let len = rest.iter().take_while(|b| part(**b)).count();
        let word = text.get(at..at + len).unwrap_or("");
        let goes_on = |command: &&str| {
            let start = word.get(..command.len());
            word.len() > command.len()
                && start.is_some_and(|s| s.eq_ignore_ascii_case(command))
        };
        let end = at + len.max(1);
        if !COMMANDS.iter().any(goes_on)
            && let Some(word) = text.get_mut(at..end)
        {
            word.make_ascii_uppercase();
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::in_capitals;

    #[test]
    fn names_that_start_like_a_command_are_none() {
        for (text, capitals) in [
            ("delete from x", "DELETE FROM X"),
            ("select deleted_at from t", "SELECT deleted_at FROM T"),
            ("(drop table dropoffs);", "(DROP TABLE dropoffs);"),
            ("update é set a=1", "UPDATE é SET A=1"),
        ] {
            let mut written = text.to_owned();
            in_capitals(&mut written);
            assert_eq!(written, capitals);
        }
    }
}
