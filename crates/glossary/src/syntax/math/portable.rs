//! Reduces MathML to known elements and attributes, with classes instead of inline styles.
//!
//! 1. Each tag is read with its attributes; text between tags is kept.
//! 2. Each declaration of a `style` becomes a class of `static/css/math.css`, or an equivalent attribute: a colour
//!    becomes `mathcolor`.
//! 3. Anything else is refused by name: links, ids, and unknown elements, attributes and styles.
//!
//! Works as an allow list, so that new output of math-core is refused until it is listed here.

/// The elements that a formula may have.
const ELEMENTS: [&str; 33] = [
    "math",
    "mrow",
    "mi",
    "mo",
    "mn",
    "mtext",
    "mspace",
    "ms",
    "mfrac",
    "msqrt",
    "mroot",
    "mstyle",
    "mpadded",
    "mphantom",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
    "mprescripts",
    "mtable",
    "mtr",
    "mtd",
    "menclose",
    "b",
    "i",
    "em",
    "code",
    "span",
    "s",
    "u",
];

/// The attributes that are kept; `class` is merged with the classes of styles.
const ATTRIBUTES: [&str; 28] = [
    "accent",
    "accentunder",
    "class",
    "columnalign",
    "columnspan",
    "depth",
    "dir",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rowspan",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
];

/// CSS declarations and their classes; an empty class drops a declaration that another class covers.
const CLASSES: [(&str, &str); 37] = [
    ("border-left:0.05em solid currentcolor", "m-bl"),
    ("border-left:0.05em dashed currentcolor", "m-bld"),
    ("border-right:0.05em solid currentcolor", "m-br"),
    ("border-right:0.05em dashed currentcolor", "m-brd"),
    ("border-top:0.05em solid currentcolor", "m-bt"),
    ("border-top:0.05em dashed currentcolor", "m-btd"),
    ("text-align:left", "m-left"),
    ("justify-items:start", ""),
    ("text-align:right", "m-right"),
    ("justify-items:end", ""),
    ("padding-left:0", "m-pl0"),
    ("padding-left:0.1667em", "m-pl3"),
    ("padding-left:0.2222em", "m-pl4"),
    ("padding-left:0.2778em", "m-pl5"),
    ("padding-left:1em", "m-pl18"),
    ("padding-right:0", "m-pr0"),
    ("padding-right:0.1667em", "m-pr3"),
    ("padding-right:0.2222em", "m-pr4"),
    ("padding-right:0.2778em", "m-pr5"),
    ("padding-top:0", "m-py0"),
    ("padding-bottom:0", ""),
    ("padding-top:0.1667em", "m-pt3"),
    ("width:100%", "m-w100"),
    ("width:50%", "m-w50"),
    ("width:7.5%", "m-w7"),
    ("math-shift:compact", "m-compact"),
    ("font-variant-caps:small-caps", "m-caps"),
    ("font-size:50%", "m-f50"),
    ("font-size:60%", "m-f60"),
    ("font-size:70%", "m-f70"),
    ("font-size:80%", "m-f80"),
    ("font-size:90%", "m-f90"),
    ("font-size:100%", ""),
    ("font-size:120%", "m-f120"),
    ("font-size:140%", "m-f140"),
    ("font-size:170%", "m-f170"),
    ("font-size:200%", "m-f200"),
];

/// Maximum negative space, in eighteenths of an em; each eighteenth has a class.
const MAX_BACK: u8 = 18;

/// Reduces MathML to what a page may have.
///
/// # Errors
/// A message that names the element, attribute or style that a formula must not have.
pub(super) fn portable(mathml: &str) -> Result<String, String> {
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some((text, after)) = rest.split_once('<') {
        out.push_str(text);
        let (tag, after) = after.split_once('>').ok_or("an unfinished element")?;
        element(tag, &mut out)?;
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn element(tag: &str, out: &mut String) -> Result<(), String> {
    let is_empty = tag.ends_with('/');
    let tag = tag.trim_end_matches('/');
    let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let bare = name.trim_start_matches('/');
    if !ELEMENTS.contains(&bare) {
        return Err(match bare {
            "a" => "a formula holds no links".to_owned(),
            other => format!("a formula holds no element `{other}`"),
        });
    }
    out.push('<');
    out.push_str(name);
    let mut classes = String::new();
    while let Some((name, after)) = attributes.split_once("=\"") {
        let (value, after) = after.split_once('"').ok_or("an unfinished attribute")?;
        attributes = after;
        match name.trim() {
            "style" => style(value, &mut classes, out)?,
            "class" => add(value, &mut classes),
            // The Nu checker accepts the attribute on these two elements only; elsewhere a class sets the size.
            "scriptlevel" if !matches!(bare, "math" | "mstyle") => match value {
                "0" => {}
                "1" => add("m-f70", &mut classes),
                "2" => add("m-f50", &mut classes),
                other => return Err(format!("a formula has no level of scripts `{other}`")),
            },
            name if ATTRIBUTES.contains(&name) => {
                out.extend([" ", name, "=\"", value, "\""]);
            }
            "id" => return Err("a formula has no label to refer to".to_owned()),
            other => return Err(format!("a formula has no attribute `{other}`")),
        }
    }
    if !classes.is_empty() {
        out.extend([" class=\"", &classes, "\""]);
    }
    out.push_str(if is_empty { "/>" } else { ">" });
    Ok(())
}

fn add(class: &str, classes: &mut String) {
    if !class.is_empty() {
        classes.push_str(if classes.is_empty() { "" } else { " " });
        classes.push_str(class);
    }
}

/// Adds a class or writes an attribute for each declaration of a style.
fn style(value: &str, classes: &mut String, out: &mut String) -> Result<(), String> {
    for declaration in value.split(';').map(str::trim).filter(|declaration| !declaration.is_empty()) {
        let (property, value) = declaration.split_once(':').ok_or("an unfinished style")?;
        let declaration = format!("{}:{}", property.trim(), value.trim());
        if let Some((_, class)) = CLASSES.iter().find(|(style, _)| *style == declaration) {
            add(class, classes);
            continue;
        }
        match (property.trim(), value.trim()) {
            ("color", colour) => out.extend([" mathcolor=\"", colour, "\""]),
            ("margin-left", length) => match back(length) {
                Some(step) => add(&format!("m-back{step}"), classes),
                None => return Err(format!("a space of {length} is not one of the negative spaces, up to -1em")),
            },
            // A space has its width as an attribute too.
            ("width", length) if length.ends_with("rem") => {}
            _ => return Err(format!("a formula has no style `{declaration}`")),
        }
    }
    Ok(())
}

/// A negative length in eighteenths of an em, rounded; `None` for other lengths.
fn back(length: &str) -> Option<u8> {
    let em: f64 = length.strip_prefix('-')?.strip_suffix("em").filter(|em| !em.ends_with('r'))?.parse().ok()?;
    (1..=MAX_BACK).find(|step| (f64::from(*step) / 18.0 - em).abs() <= 0.5 / 18.0)
}

#[cfg(test)]
mod tests {
    use super::portable;

    #[test]
    fn styles_are_classes() {
        let mathml = "<mtd style=\"text-align: right;justify-items: end;padding-right: 0;\"><mi>a</mi></mtd>";
        assert_eq!(portable(mathml).as_deref(), Ok("<mtd class=\"m-right m-pr0\"><mi>a</mi></mtd>"));
        let mathml = "<mspace style=\"margin-left:-0.16666667em;\"/><mrow style=\"color:#0000FF;\"></mrow>";
        assert_eq!(portable(mathml).as_deref(), Ok("<mspace class=\"m-back3\"/><mrow mathcolor=\"#0000FF\"></mrow>"));
    }

    #[test]
    fn anything_else_is_refused() {
        for other in [
            "<mtext><a href=\"#x\">1</a></mtext>",
            "<mtd id=\"x\"></mtd>",
            "<mi onclick=\"x\">a</mi>",
            "<script>x</script>",
            "<mrow style=\"position:fixed\"></mrow>",
            "<mspace style=\"margin-left:-5em;\"/>",
        ] {
            assert!(portable(other).is_err(), "{other}");
        }
    }
}
