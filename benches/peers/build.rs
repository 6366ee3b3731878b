//! Looks for the library of Vectorscan, where it is asked for.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rerun-if-env-changed=HS_LIB_DIR");
    println!("cargo:rustc-check-cfg=cfg(found_hs)");
    if std::env::var_os("CARGO_FEATURE_VECTORSCAN").is_none() {
        return;
    }
    if let Ok(dir) = std::env::var("HS_LIB_DIR") {
        println!("cargo:rustc-link-search=native={dir}");
        println!("cargo:rustc-cfg=found_hs");
        return;
    }
    let asked = Command::new("pkg-config").args(["--libs", "libhs"]).output();
    let Ok(answer) = asked else { return };
    if !answer.status.success() {
        return;
    }
    for word in String::from_utf8_lossy(&answer.stdout).split_whitespace() {
        if let Some(dir) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={dir}");
        }
    }
    println!("cargo:rustc-cfg=found_hs");
}
