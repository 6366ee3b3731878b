//! PowerShell, and the shells of Windows within others. One command of it is
//! looked at by [`power`]; lines of `cmd` are written anew as PowerShell
//! ([`cmd_line`]).

mod calls;
mod cmd_line;
mod files;
mod known;
mod listed;
mod paths;
mod power;
pub(super) mod shells;
mod spelled;
mod stars;
mod started;
mod values;
mod views;

pub(crate) use views::by_usual_words;
