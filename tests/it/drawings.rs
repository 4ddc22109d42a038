//! Drawings in texts: on a page, in Markdown and in feeds, and their mistakes at their places.

use crate::dom;
use crate::feed_reader;
use crate::markdown::{site, with_body};
use crate::support::{between, repository, text};
use crate::well_formed::trouble;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_compiler::{Options, compile};
use rooflight_glossary::drawing::{PlotMark, Shape};

const BODY: &str = "Before it.

```drawing
title: Two steps & a cache
alt: A box “fill” leads to a box “read”. Below them
  are two cells, of which the first is full.
size: 20 x 5
# a comment
box 0,0 6x1.5 \"fill\" ink=2 name=fill
box 12,0 6x1.5 \"read\" ink=1 name=read style=dashed
arrow fill -> read \"<cache>\"
cells 0,3 2x1 \"a|b\" fill=1x
text 6,3 \"cells\" style=bold
```

After it.
";

#[test]
fn a_drawing_on_a_page() {
    let site = site(BODY);
    let page = dom::page(&site, "glossary/velocity/index.html");
    let body = page.one(".flow.text").inner().trim().to_owned();
    assert_eq!(trouble(&format!("<div>{body}</div>")), None, "{body}");
    assert!(body.starts_with("<p>Before it.</p>\n<figure class=\"drawing\" id=\"drawing-two-steps-a-cache\"><figcaption>Two steps &amp; a cache</figcaption><svg viewBox=\"0 0 340 100\""));
    for part in [
        "<title id=\"drawing-1-t\">",
        "&lt;cache&gt;</text>",
        "d-box d-dash d-1",
        "d-bold",
        "</svg></figure>\n<p>After it.</p>",
    ] {
        assert!(body.contains(part), "{part} in {body}");
    }
    assert_eq!(dom::parse(&body).select("rect").len(), 4, "{body}");
    let asks = |path: &str| text(&site, path).contains("css/drawing.");
    assert!(asks("glossary/velocity/index.html") && !asks("glossary/sprint/index.html"));
}

#[test]
fn a_drawing_in_words() {
    let site = site(BODY);
    let markdown = text(&site, "glossary/velocity/index.md");
    let words = "**Two steps & a cache.** A box “fill” leads to a box “read”. Below them are two cells, of which the first is full.";
    assert!(markdown.contains(words) && !markdown.contains("```"), "{markdown}");
    let feed = feed_reader::read(text(&site, "feed.xml"));
    let entry = feed.entries.into_iter().find(|entry| entry.title == "velocity").expect("the entry");
    let content = entry.content.expect("content");
    assert!(content.contains(">Two steps &amp; a cache.<") && !content.contains("svg"), "{content}");
}

#[test]
fn each_mistake_at_its_place() {
    let body = "- In a list:

  ```drawing
  title: A list
  size: 20 x 4
  box 0,0 3x1 \"does not fit here\"
  bx 0,0 1x1
  arrow a -> 9,9 ink=7
  plot 0,0 20x4 log 0..1 \"x\"
  ```

```drawing
title: Words
alt: Words that cover each other.
size: 20 x 4
text 0,0 \"one\"
text 0.5,0 \"two\"
box 18,3 4x1
```

```drawing
```
";
    for body in [body.to_owned(), body.replace('\n', "\r\n")] {
        let sources = with_body(&body);
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        assert!(outcome.site.is_none());
        let report = report::text(&outcome.diagnostics, &sources, MessageFormat::Short, false);
        for part in [
            "velocity.md:",
            "error[drawing]: there is no shape `bx`",
            "error[drawing]: `ink` has no value `7`",
            "error[drawing]: `0..1` is not the range of an axis",
            "error[drawing]: the drawing has no `alt`",
            "error[drawing]: this lies outside the drawing",
        ] {
            assert!(report.contains(part), "{part} in {report}");
        }
        let file = sources.content.iter().find(|file| file.path.ends_with("/velocity.md")).expect("the entry");
        let shape = outcome.diagnostics.iter().find(|problem| problem.message.contains("`bx`")).expect("the mistake");
        assert_eq!(file.text.get(shape.location.span.clone()), Some("bx"));
    }
}

/// The entry on the roofline model draws the roof of the device that its calculator begins with, by the catalog's own
/// figures.
#[test]
fn the_roof_of_the_drawing_is_the_calculators() {
    let read = |path: &str| std::fs::read_to_string(repository().join(path)).expect("a file of the repository");
    let entry = read("content/glossary/roofline-model.md");
    let device = between(&entry, "preset: {hardware: ", ",").to_owned();
    let catalog = read("content/catalog/hardware.yaml");
    let record = between(&catalog, &format!("- id: {device}\n"), "\n- id: ");
    let figure = |key: &str| between(record, &format!("\n  {key}: "), "\n").parse::<f64>().expect("a figure");
    let (bandwidth, peak) = (figure("bandwidth_gb_s") / 1000.0, figure("fp16_dense_tflops"));
    let drawing = rooflight_glossary::drawing::read(between(&entry, "```drawing\n", "```\n")).expect("a drawing");
    let Some(Shape::Plot(plot)) = drawing.shapes.first().map(|shape| &shape.value) else { panic!("no plot") };
    let curve = plot.marks.iter().find_map(|mark| match &mark.value {
        PlotMark::Curve(points, ..) => Some(points),
        _ => None,
    });
    for point in curve.expect("a roof") {
        let roof = (point.x * bandwidth).min(peak);
        assert!((point.y - roof).abs() <= roof * 0.005, "{point:?} is not on the roof, {roof}");
    }
}
