//! Where guarded files may lie below a directory that is gone through.

use crate::shell::Access;
use crate::shell::guards::guarded::Guarded;

impl Guarded {
    /// Where such files of some names lie below a directory, if guards are
    /// about them wherever they are; `None` where not all of that is known.
    pub(crate) fn likely(
        &self,
        access: Access,
        names: &[&str],
    ) -> Option<Vec<String>> {
        const MOST: usize = 16;
        let found = self.list(access)?.iter().filter(|needed| {
            !needed.is_file() || needed.meets_any(names.iter().copied())
        });
        let mut all = Vec::new();
        for needed in found {
            let parts = needed.above.iter().chain([needed]);
            let known = parts.clone().all(|part| part.whole);
            (known && all.len() < MOST).then_some(())?;
            let parts: Vec<&str> =
                parts.map(|part| part.start.as_str()).collect();
            let end = if needed.last { "" } else { "/x" };
            let path = parts.join("/");
            // A guard on `*/x` is met one directory deeper.
            let deeper = ["", "x/", "x/x/"];
            all.extend(deeper.map(|before| format!("{before}{path}{end}")));
        }
        Some(all)
    }
}
