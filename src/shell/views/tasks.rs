//! Programs whose operands are all tasks: `make clean deploy`.

use crate::shell::Effects;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// Behind how many tasks of one command the words that follow are left out.
const TASKS: usize = 8;

impl Scene<'_> {
    /// `gradle :app:publish`, `sbt ';clean;app/publish'`, `sbt 'all a +b'`:
    /// tasks of parts of a project, by their last names.
    fn parts_of_task(&mut self, name: &str, text: &str, guard: Effects) {
        let sbt = name.starts_with("sbt");
        let ends = |c| c == ';' || sbt && c == ' ';
        let mut tasks = text.split(ends).filter(|task| !task.is_empty());
        for task in tasks.by_ref().take(TASKS) {
            let own = task.rsplit([':', '/']).next().unwrap_or(task).trim();
            let own =
                if sbt { own.trim_start_matches(['+', '~']) } else { own };
            if own.len() < text.len() {
                let start = self.out.text.len();
                self.out.text.extend([name, " ", own]);
                self.push_view(start, guard);
            }
        }
        if tasks.next().is_some() {
            let start = self.out.text.len();
            self.out.text.push_str(name);
            self.push_view(start, guard.and(Effects::OPEN));
        }
    }

    /// `make clean deploy`: each task as if it stood alone.
    pub(crate) fn tasks(&mut self, name: &str, words: Words, guard: Effects) {
        let line = self.line;
        let only = words.end == words.start + 1;
        let mut count = 0;
        for at in words.iter() {
            if self.first_byte(at) == b'-' || self.text_at(at).contains('=') {
                continue;
            }
            let alone = Words { start: at, end: at + 1 };
            let far = count >= TASKS;
            count += 1;
            let text = cooked_at(line, at);
            if !far && (name.starts_with("sbt") || name.contains("gradle")) {
                self.parts_of_task(name, text, guard);
            }
            if !far
                && matches!(name, "rails" | "rake")
                && let Some((task, _)) = text.split_once('[')
            {
                // `rake 'db:drop[force]'`
                let start = self.out.text.len();
                self.out.text.extend([name, " ", task]);
                self.push_view(start, guard);
            }
            if far {
                self.text_view(name, alone, guard.and(Effects::OPEN));
            } else if !only {
                self.text_view(name, alone, guard);
            }
            if !far && at > words.start && at + 1 < words.end {
                self.text_view(name, words.from(at), guard);
            }
        }
    }
}
