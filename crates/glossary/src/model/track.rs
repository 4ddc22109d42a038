//! Learning tracks: `content/tracks/<id>.yaml` lists the lessons in their order, and `content/tracks/<id>/<page>.md` is
//! a page for a lesson that shows no entry.
//!
//! 1. Decode the closed schema of the track and of its pages.
//! 2. Check what needs no other track: a lesson shows either an entry or a page, and says why it comes now; its notes
//!    are not empty; a page can link to the address of a market signal; page names are unique in the track.
//!
//! The link stage checks that entries and pages exist; the render stage computes what calculators answer.

use crate::model::config::Config;
use crate::model::front_matter;
use crate::syntax::density::Density;
use crate::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::limits;
use rooflight_source::slug::is_address;
use rooflight_source::yaml_path;
use rooflight_source::{url, yaml};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The folder of the tracks.
pub const TRACKS: &str = "content/tracks";

/// A track, as written in its YAML file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackKeys {
    /// The heading.
    title: String,
    /// The skill that readers gain, in a sentence or two.
    summary: String,
    /// Tracks are sorted by this number, then by id.
    #[serde(default)]
    order: u32,
    /// The lessons, in their order.
    lessons: Vec<LessonKeys>,
    /// True keeps the track out of the built site.
    #[serde(default)]
    draft: bool,
}

/// A lesson, as written in its track's file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LessonKeys {
    /// The entry that the lesson shows, by its id.
    entry: Option<String>,
    /// Or a page in the track's folder, by its file's name without the extension.
    page: Option<String>,
    /// The heading; by default that of the entry or page.
    title: Option<String>,
    /// The reason why it comes now.
    why: String,
    /// One thing to try.
    #[serde(rename = "try")]
    attempt: Option<Attempt>,
    /// A mistake that readers make, in one or two sentences; by default that of the entry.
    common_mistake: Option<String>,
    /// Something in the market that shows the idea at work.
    market_signal: Option<MarketSignal>,
    /// The point to remember; by default that of the entry.
    takeaway: Option<String>,
    /// A picture or a rhyme to remember it by; by default that of the entry.
    memory_hook: Option<String>,
}

/// Something in the market that shows an idea at work: a product, a price, a release; with the source that says so.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarketSignal {
    /// The fact, in one or two sentences.
    pub say: String,
    /// The title of its source.
    pub source: String,
    /// The address of its source.
    #[schemars(regex(pattern = url::LINK))]
    pub url: String,
}

/// The notes that end a lesson, each where it has one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// The point to remember.
    pub takeaway: Option<String>,
    /// A mistake that readers make.
    pub common_mistake: Option<String>,
    /// Something in the market that shows the idea at work.
    pub market_signal: Option<MarketSignal>,
    /// A picture or a rhyme to remember it by.
    pub memory_hook: Option<String>,
}

/// One thing to try.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The instruction, and what to look for.
    pub say: String,
    /// The entry whose calculator is used; by default the lesson's.
    pub entry: Option<String>,
    /// Inputs that differ from the entry's own preset.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub set: BTreeMap<String, yaml_serde::Value>,
}

/// The content of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonContent {
    /// The entry with this id.
    Entry(String),
    /// The page of this name in the track's folder.
    Page(String),
}

/// A lesson that shows one entry or one page.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The entry or page that it shows.
    pub content: LessonContent,
    /// Its heading; `None` for that of the entry or page.
    pub title: Option<String>,
    /// The reason why it comes now.
    pub why: String,
    /// One thing to try.
    pub attempt: Option<Attempt>,
    /// The notes that end it.
    pub notes: Notes,
}

/// The keys of a lesson's own page.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonFront {
    /// The heading.
    pub title: String,
    /// The layer that the lesson belongs to, one of those in content/site.yaml.
    pub layer: Option<String>,
    /// How often a term is linked here.
    pub links: Option<Density>,
}

/// A page in the track's folder, which a lesson shows by its name.
#[derive(Debug, Clone)]
pub struct LessonPage {
    /// The file's path.
    pub path: String,
    /// The file's name without the extension, by which lessons refer to it.
    pub name: String,
    /// The decoded keys.
    pub front: LessonFront,
    /// The bytes of the front matter's YAML in the file.
    pub range: Range<usize>,
    /// The places of its values.
    pub places: yaml::Places,
    /// The body, in reading order.
    pub body: Body,
}

impl LessonPage {
    /// Returns the location of a front matter value.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(&self.path, self.body.file(), &self.range, path)
    }
}

/// A track as parsed from its files.
#[derive(Debug, Clone)]
pub struct Track {
    /// The path of the YAML file.
    pub path: String,
    /// That file's text, for locations.
    pub text: std::sync::Arc<str>,
    /// The places of its values.
    pub places: yaml::Places,
    /// The last part of the address: the file's name without the extension.
    pub id: String,
    /// The heading.
    pub title: String,
    /// The skill that readers gain, in a sentence or two.
    pub summary: String,
    /// Tracks are sorted by this number, then by id.
    pub order: u32,
    /// The lessons, in reading order.
    pub lessons: Vec<Lesson>,
    /// The pages in the track's folder.
    pub pages: Vec<LessonPage>,
    /// True keeps the track out of the built site.
    pub draft: bool,
}

impl Track {
    /// Returns the location of a value of the YAML file.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(&self.path, &self.text, &(0..self.text.len()), path)
    }
}

/// Parses every track, in the order in which readers see them; those that cannot be used are reported and left out.
pub fn tracks(sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Track> {
    let mut folders = Vec::new();
    let mut tracks = Vec::new();
    for file in sources.below(TRACKS, "yaml") {
        let folder = file.path.trim_end_matches(".yaml");
        folders.push(format!("{folder}/"));
        let pages: Vec<_> =
            sources.below(folder, "md").filter_map(|page| lesson_page(page, config, problems)).collect();
        check_names(&pages, problems);
        tracks.extend(track(file, pages, problems));
    }
    for file in sources.below(TRACKS, "md") {
        if !folders.iter().any(|folder| file.path.starts_with(folder.as_str())) {
            problems.push(messages::no_track(&file.path));
        }
    }
    tracks.sort_by(|a, b| (a.order, &a.id).cmp(&(b.order, &b.id)));
    tracks
}

/// Reports pages of the same name: lessons refer to a page by its file's name, whatever subfolder it is in.
fn check_names(pages: &[LessonPage], problems: &mut Vec<Diagnostic>) {
    let mut first = BTreeMap::new();
    for page in pages {
        if let Some(other) = first.insert(&page.name, page) {
            let location = |page: &LessonPage| Location::whole(&page.path);
            problems.push(messages::duplicate(location(page), "lesson page", &page.name, location(other)));
        }
    }
}

fn lesson_page(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<LessonPage> {
    let (range, start) = front_matter::split(file, problems)?;
    let body = Body::parse(file, start, config.dialect(), problems);
    let front = yaml::decode(&file.path, &file.text, range.clone(), problems)?;
    Some(LessonPage {
        path: file.path.clone(),
        name: file.stem().to_owned(),
        front,
        range,
        places: yaml::Places::default(),
        body,
    })
}

fn track(file: &SourceFile, pages: Vec<LessonPage>, problems: &mut Vec<Diagnostic>) -> Option<Track> {
    let whole = 0..file.text.len();
    let keys: TrackKeys = yaml::decode(&file.path, &file.text, whole.clone(), problems)?;
    let before = problems.len();
    let places = yaml::Places::default();
    let location = |path: &[yaml::PathSegment]| places.location(&file.path, &file.text, &whole, path);
    let id = file.stem().to_owned();
    if !is_address(&id) || file.path != format!("{TRACKS}/{id}.yaml") {
        let message = format!("a track cannot have the address `/learn/{id}/`");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help(format!("put it into {TRACKS}/")));
    }
    if keys.lessons.is_empty() {
        problems.push(messages::empty(location(yaml_path!["lessons"]), "`lessons`"));
    }
    for (key, value, most) in
        [("title", &keys.title, limits::MAX_NAME), ("summary", &keys.summary, limits::MAX_SENTENCE)]
    {
        limits::text(key, value, most, || location(yaml_path![key]), problems);
        if value.trim().is_empty() {
            problems.push(messages::empty(location(yaml_path![key]), &format!("`{key}`")));
        }
    }
    let TrackKeys { title, summary, order, lessons, draft } = keys;
    let lessons = lessons.into_iter().enumerate();
    let lessons = lessons.filter_map(|(at, keys)| lesson(keys, at, &location, problems)).collect();
    let track = Track {
        path: file.path.clone(),
        text: file.text.clone(),
        places,
        id,
        title,
        summary,
        order,
        lessons,
        pages,
        draft,
    };
    (problems.len() == before).then_some(track)
}

fn lesson(
    keys: LessonKeys,
    at: usize,
    location: &dyn Fn(&[yaml::PathSegment]) -> Location,
    problems: &mut Vec<Diagnostic>,
) -> Option<Lesson> {
    let LessonKeys { entry, page, title, why, attempt, common_mistake, market_signal, takeaway, memory_hook } = keys;
    let content = match (entry, page) {
        (Some(entry), None) => LessonContent::Entry(entry),
        (None, Some(page)) => LessonContent::Page(page),
        _ => {
            problems.push(messages::bad_lesson(location(yaml_path!["lessons", at])));
            return None;
        }
    };
    if why.trim().is_empty() {
        problems.push(messages::empty(location(yaml_path!["lessons", at]), "`why`"));
    }
    let notes = Notes { takeaway, common_mistake, market_signal, memory_hook };
    check_notes(&notes, at, location, problems);
    Some(Lesson { content, title, why, attempt, notes })
}

fn check_notes(
    notes: &Notes,
    at: usize,
    location: &dyn Fn(&[yaml::PathSegment]) -> Location,
    problems: &mut Vec<Diagnostic>,
) {
    let signal =
        |key, of: fn(&MarketSignal) -> &String| (vec!["market_signal", key], notes.market_signal.as_ref().map(of));
    let texts = [
        (vec!["takeaway"], notes.takeaway.as_ref()),
        (vec!["common_mistake"], notes.common_mistake.as_ref()),
        (vec!["memory_hook"], notes.memory_hook.as_ref()),
        signal("say", |signal| &signal.say),
        signal("source", |signal| &signal.source),
    ];
    let place = |keys: &[&str]| {
        let mut path = yaml_path!["lessons", at].to_vec();
        path.extend(keys.iter().map(|key| yaml::PathSegment::from(*key)));
        location(&path)
    };
    for (keys, text) in texts {
        if text.is_some_and(|text| text.trim().is_empty()) {
            problems.push(messages::empty(place(&keys), &format!("`{}`", keys[keys.len() - 1])));
        }
    }
    if let Some(signal) = notes.market_signal.as_ref().filter(|signal| !url::is_address(&signal.url)) {
        problems.push(messages::bad_link(place(&["market_signal", "url"]), &signal.url));
    }
}
