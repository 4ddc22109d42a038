//! The pages of measurements: `/anchors/` lists the publications and searches all rows, `/anchors/<publication>/` has
//! the rows of one publication.
//!
//! 1. A publication's page is named after its file; equal names get numbers.
//! 2. All rows are also published as CSV and JSON; a script searches the JSON.
//! 3. A `Dataset` in JSON-LD describes the rows and the files to machines.
//!
//! All rows are shown, and none is judged here.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::measured::{self, TableScope};
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::views::{PublicationView, PublicationsView};
use crate::site::catalog::words::counted;
use crate::site::catalog::{lists, published};
use crate::site::inline::is_web;
use crate::site::measurement_files::{COLUMNS, CSV, JSON};
use crate::site::order::Order;
use crate::site::page_id::PageId;
use rooflight_document::number;
use rooflight_glossary::model::catalog::measurements::ANCHORS;

fn view(cx: &CatalogContext<'_>, at: usize) -> PublicationView {
    let publication = &cx.catalog.publications[at];
    PublicationView {
        title: publication.title.clone(),
        url: Some(publication.url.clone()).filter(|url| is_web(url)),
        more: publication.more_urls.iter().filter(|url| is_web(url)).cloned().collect(),
        publisher: publication.publisher.clone(),
        date: published::when(&publication.date),
        commit: published::commit(&publication.date).map(str::to_owned),
        method: publication.method.clone(),
        licence: publication.licence.clone(),
        caveats: publication.caveats.clone(),
        count: number::count(cx.of_publication[at].len() as u64),
        page: format!("{}/", cx.publications[at]),
    }
}

/// Makes the page of a publication.
pub(super) fn publication<'a>(cx: &CatalogContext<'a>, at: usize) -> CatalogPage<'a> {
    let publication = &cx.catalog.publications[at];
    let count = counted(cx.of_publication[at].len(), "measurement");
    let description =
        format!("{count} from {} ({}), each with its conditions.", publication.title, publication.publisher);
    let rows = measured::table(cx, &cx.of_publication[at], TableScope::Publication);
    let id = PageId::Publication(cx.publications[at].clone());
    CatalogPage {
        source: Some(format!("{ANCHORS}/{}.yaml", publication.file)),
        ..CatalogPage::new(
            id,
            &publication.title,
            description,
            CatalogContent::Publication(Box::new((view(cx, at), rows))),
        )
    }
}

/// Makes the list of publications; `None` if there are no measurements.
pub(super) fn all<'a>(cx: &CatalogContext<'a>) -> Option<CatalogPage<'a>> {
    let catalog = cx.catalog;
    if catalog.anchors.is_empty() {
        return None;
    }
    let (row_count, sources) = (number::count(catalog.anchors.len() as u64), catalog.publications.len());
    let description = format!(
        "{row_count} published measurements of language models on hardware, from {sources} sources, as CSV and JSON."
    );
    let mut publications: Vec<PublicationView> = (0..catalog.publications.len()).map(|at| view(cx, at)).collect();
    let order = Order::of(&cx.inputs.config.language);
    publications.sort_by_cached_key(|view| order.key(&view.title));
    let view = PublicationsView {
        neighbours: lists::neighbours(cx),
        publications,
        row_count,
        names: cx.publications.to_vec(),
        dataset: dataset(cx, &description),
    };
    Some(CatalogPage::new(PageId::Anchors, "Measurements", description, CatalogContent::Publications(Box::new(view))))
}

/// Returns the JSON-LD, safe inside a script element.
fn dataset(cx: &CatalogContext<'_>, description: &str) -> String {
    let config = cx.inputs.config;
    let download = |file: &str, kind: &str| {
        serde_json::json!({
            "@type": "DataDownload",
            "contentUrl": config.base_url.join(&format!("anchors/{file}")),
            "encodingFormat": kind,
        })
    };
    let sources: Vec<&str> = cx.catalog.publications.iter().map(|source| source.url.as_str()).collect();
    let variables: Vec<_> = COLUMNS
        .iter()
        .map(|(name, meaning)| serde_json::json!({"@type": "PropertyValue", "name": name, "description": meaning}))
        .collect();
    let dataset = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": format!("{}: measurements", config.title),
        "description": description,
        "url": config.base_url.join("anchors/"),
        "creator": {"@type": "Person", "name": config.author},
        "isAccessibleForFree": true,
        "isBasedOn": sources,
        "variableMeasured": variables,
        "distribution": [download(CSV, "text/csv"), download(JSON, "application/json")],
    });
    dataset.to_string().replace('<', "\\u003c")
}
