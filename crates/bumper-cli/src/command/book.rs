//! `bumper book`: serves the handbook from a local web server and opens it in the browser.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The handbook as a part of this program: a JSON object that maps the path of each file to its text, compressed with gzip. `None` if this
/// build does not contain the handbook.
#[cfg(has_handbook)]
const EMBEDDED: Option<&[u8]> = Some(include_bytes!("../../handbook.json.gz"));
#[cfg(not(has_handbook))]
const EMBEDDED: Option<&[u8]> = None;

/// The folder into which `handbook/build.sh` builds the handbook in a checkout of the repository.
const BUILT: &str = "target/handbook";

#[derive(clap::Args)]
pub struct Arguments {
    /// The folder made by `bash handbook/build.sh` [default: target/handbook if it exists, else the handbook in this program]
    folder: Option<PathBuf>,

    /// The port of the server [default: a free one]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Print the address and do not open a browser
    #[arg(long)]
    quiet: bool,
}

/// The time after which a connection on which no data arrives is closed.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest size of a request, in bytes.
const LONGEST: u64 = 1 << 14;

pub fn run(arguments: &Arguments) -> Result<()> {
    let pages = Pages::find(arguments.folder.as_deref())?;
    let server = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).context("the handbook's server")?;
    let address = format!("http://{}/", server.local_addr()?);
    writeln!(std::io::stdout(), "{address}")?;
    if !arguments.quiet {
        open(&address);
    }
    for stream in server.incoming() {
        // If a connection fails, continue with the next one.
        let _ = stream.and_then(|stream| answer(stream, &pages));
    }
    Ok(())
}

/// The files of the handbook: in a folder, or embedded in this program.
enum Pages {
    Folder(PathBuf),
    /// The texts of the files by their paths.
    Embedded(HashMap<String, String>),
}

impl Pages {
    /// Returns the handbook in `folder`. If `folder` is `None`, returns the handbook that was built in the current checkout, or else the
    /// handbook that is embedded in this program.
    fn find(folder: Option<&Path>) -> Result<Self> {
        let is_built = |folder: &Path| folder.join("index.html").is_file();
        match (folder, EMBEDDED) {
            (Some(folder), _) if is_built(folder) => Ok(Self::Folder(folder.into())),
            (Some(folder), _) => {
                bail!("{}: there is no handbook; build it with: bash handbook/build.sh", folder.display())
            }
            (None, _) if is_built(BUILT.as_ref()) => Ok(Self::Folder(BUILT.into())),
            (None, Some(packed)) => Self::unpack(packed),
            (None, None) => bail!(
                "this build does not contain the handbook; in a checkout of bumper, build and open it with: \
                 bash handbook/build.sh && bumper book"
            ),
        }
    }

    fn unpack(packed: &[u8]) -> Result<Self> {
        let reader = flate2::read::GzDecoder::new(packed);
        Ok(Self::Embedded(serde_json::from_reader(reader).context("the handbook in this program")?))
    }

    /// The contents of the file with this path in the handbook; `None` if there is no such file.
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        match self {
            Self::Folder(folder) => std::fs::read(folder.join(path)).ok(),
            Self::Embedded(texts) => {
                let parts: Vec<_> = path.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
                Some(texts.get(&parts.join("/"))?.clone().into_bytes())
            }
        }
    }
}

/// Opens an address in the default browser. Errors are ignored, because the address has been printed, and the user can open it by hand.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Reads a request from a connection and answers it.
fn answer(mut stream: TcpStream, pages: &Pages) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new((&stream).take(LONGEST));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    // Read the other lines of the request, up to the empty line at its end. If the connection were closed while it has unread data, the
    // answer could be lost.
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let body = path_of(&request).and_then(|path| Some((pages.read(&path)?, path)));
    match body {
        Some((body, path)) => {
            let kind = kind(&path);
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
                body.len()
            )?;
            stream.write_all(&body)
        }
        None => stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    }
}

/// The path of the requested file, given the first line of the request. `None` if the request is not a GET, or if the path leads out of the
/// folder of the handbook.
fn path_of(request: &str) -> Option<PathBuf> {
    let mut words = request.split_whitespace();
    let path = (words.next()? == "GET").then(|| words.next())??;
    let path = path.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| path.into())
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_outside_of_folder_are_refused() {
        let path = |request: &str| path_of(request).map(|path| path.display().to_string());
        assert_eq!(path("GET / HTTP/1.1\r\n").as_deref(), Some("index.html"));
        assert_eq!(path("GET /still/a.svg?x HTTP/1.1\r\n").as_deref(), Some("still/a.svg"));
        for outside in [
            "GET /../secret HTTP/1.1",
            "GET /a/../../b HTTP/1.1",
            "GET //etc/../.. HTTP/1.1",
            "POST / HTTP/1.1",
            "",
        ] {
            assert_eq!(path(outside), None, "{outside}");
        }
    }

    /// Starts a server for one connection, sends it a request, and returns its answer.
    fn answered(pages: &Pages, request: &'static str) -> String {
        let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = server.local_addr().unwrap();
        let client = std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        });
        answer(server.accept().unwrap().0, pages).unwrap();
        client.join().unwrap()
    }

    #[test]
    fn server_answers_with_page_or_404() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("still")).unwrap();
        std::fs::write(folder.path().join("index.html"), "here").unwrap();
        std::fs::write(folder.path().join("still/a.svg"), "<svg/>").unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(br#"{"index.html": "here", "still/a.svg": "<svg/>"}"#).unwrap();
        let packed = packed.finish().unwrap();
        for pages in [Pages::find(Some(folder.path())).unwrap(), Pages::unpack(&packed).unwrap()] {
            for (request, head, body) in [
                ("GET / HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 200 OK", "here"),
                ("GET /still/a.svg HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "<svg/>"),
                ("GET /none.html HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found", ""),
            ] {
                let text = answered(&pages, request);
                assert!(text.starts_with(head) && text.ends_with(&format!("\r\n\r\n{body}")), "{text}");
            }
        }
    }

    #[test]
    fn embedded_handbook_has_a_first_page() {
        if let Some(packed) = EMBEDDED {
            let index = Pages::unpack(packed).unwrap().read("index.html".as_ref()).unwrap();
            assert!(index.starts_with(b"<!"));
        }
    }

    #[test]
    fn missing_handbook_error_says_where_to_get_it() {
        let Err(error) = Pages::find(Some("no-such-folder".as_ref())) else { panic!() };
        assert!(error.to_string().ends_with("bash handbook/build.sh"), "{error}");
    }
}
