//! The measurements as pages: `/anchors/` lists the publications and searches all rows, `/anchors/<publication>/` has the rows of one.
//!
//! 1. Each publication has the name of its file; two that would share one get numbers.
//! 2. All rows are files too, as CSV and JSON (`output::anchors`); a script searches the JSON where there are scripts.
//! 3. A `Dataset` in JSON-LD says to machines what this is and where the files are.
//!
//! No row is hidden, and none is judged here.

use crate::site::kind::PageKind;
use crate::site::order::collation;
use crate::site::page_id::PageId;
use crate::writers::data::anchors as files;
use crate::writers::data::data_package;
use crate::writers::html::catalog::cells::is_web;
use crate::writers::html::catalog::context::CatalogContext;
use crate::writers::html::catalog::measured::{self, Whose};
use crate::writers::html::catalog::views::PublicationView;
use crate::writers::html::catalog::{lists, published};
use crate::writers::html::page::{Page, PageContent};
use crate::writers::html::views::PageView;
use rooflight_document::number;
use rooflight_glossary::model::catalog::measurements::ANCHORS;

fn view(book: &CatalogContext<'_>, at: usize) -> PublicationView {
    let publication = &book.catalog.publications[at];
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
        count: number::count(book.of_publication[at].len() as u64),
        page: format!("{}/", book.publications[at]),
    }
}

/// The page of a publication.
pub(super) fn publication(book: &CatalogContext<'_>, at: usize) -> Page {
    let publication = &book.catalog.publications[at];
    let count = crate::writers::html::catalog::context::counted(book.of_publication[at].len(), "measurement");
    let description =
        format!("{count} from {} ({}), each with its conditions.", publication.title, publication.publisher);
    let page = PageView {
        edit: book.frame.edit(&format!("{ANCHORS}/{}.yaml", publication.file)),
        ..book.frame.page(PageId::Publication(book.publications[at].to_string()), &publication.title, &description)
    };
    let mut context = book.frame.context(&page);
    let view = view(book, at);
    let rows = measured::table(book, &book.of_publication[at], Whose::Publication);
    context.insert("publication", &view);
    context.insert("rows", &rows);
    Page::new(book.frame, page, "publication.html", context).with_content(PageContent::Publication(view, rows))
}

/// The list of publications with the files of all rows; nothing where nothing was measured.
pub(super) fn all(book: &CatalogContext<'_>) -> Option<Page> {
    let catalog = book.catalog;
    if catalog.anchors.is_empty() {
        return None;
    }
    let (rows, sources) = (number::count(catalog.anchors.len() as u64), catalog.publications.len());
    let description = format!(
        "{rows} published measurements of language models on hardware, from {sources} sources, as CSV and JSON."
    );
    let page = book.frame.page(PageId::Anchors, "Measurements", &description);
    let files = vec![
        (format!("anchors/{}", files::CSV), files::csv(catalog, &book.publications)),
        (format!("anchors/{}", files::JSON), files::json(catalog, &book.publications)),
        (
            format!("anchors/{}", data_package::PATH),
            data_package::file(book.frame.inputs.config, catalog, &book.publications, &description),
        ),
    ];
    let mut publications: Vec<PublicationView> = (0..catalog.publications.len()).map(|at| view(book, at)).collect();
    publications.sort_by_cached_key(|view| collation(&view.title));
    let mut context = book.frame.context(&page);
    context.insert("neighbours", &lists::neighbours(book, PageKind::Anchors));
    context.insert("publications", &publications);
    context.insert("columns", files::COLUMNS);
    context.insert("row_count", &rows);
    let sizes: Vec<String> = files
        .iter()
        .map(|(_, bytes)| {
            crate::writers::html::catalog::room::small(f64::from(u32::try_from(bytes.len()).unwrap_or(u32::MAX)))
        })
        .collect();
    context.insert("sizes", &sizes);
    context.insert("file_names", &[files::CSV, files::JSON, data_package::PATH]);
    context.insert("dataset", &dataset(book, &description));
    let content = PageContent::Publications(publications);
    let mut page = Page::new(book.frame, page, "anchors.html", context).with_content(content);
    page.files = files;
    Some(page)
}

/// The JSON-LD, safe inside a script element.
fn dataset(book: &CatalogContext<'_>, description: &str) -> String {
    let config = book.frame.inputs.config;
    let download = |file: &str, kind: &str| {
        serde_json::json!({
            "@type": "DataDownload",
            "contentUrl": config.base_url.join(&format!("anchors/{file}")),
            "encodingFormat": kind,
        })
    };
    let sources: Vec<&str> = book.catalog.publications.iter().map(|source| source.url.as_str()).collect();
    let variables: Vec<_> = files::COLUMNS
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
        "distribution": [download(files::CSV, "text/csv"), download(files::JSON, "application/json")],
    });
    dataset.to_string().replace('<', "\\u003c")
}
