#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hookset_fuzz::run("event", data));
