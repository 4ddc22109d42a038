//! The data of the home page's picture: every model on one device in its usual format, memory against speed.
//!
//! 1. A model that fits is a point. Those of the list below have names, ceilings and measurements.
//! 2. The roof is the device's bus over the memory that a token reads. Of what a model fills, some is never read: the
//!    roof leaves out as much as nine of ten dense models have of it.
//!
//! All numbers are those of the lists. A model without a range is left out, since a ceiling is no typical speed. A
//! device whose memory is unknown has no picture.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::estimates::{CONTEXT, estimate};
use crate::site::catalog::range_plot::RangeRow;
use crate::site::catalog::words::{gb, short_name};
use rooflight_document::number;
use rooflight_document::room::{Room, RoomPoint};
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::records::DeviceRecord;
use serde::Serialize;

const GB: f64 = 1e9;

/// Share of the dense models whose unread memory the roof leaves out.
const MOST: f64 = 0.9;

/// The picture with its texts; serialised as HTML for templates.
#[derive(Debug, Serialize)]
pub(crate) struct RoomView {
    pub(crate) title: String,
    pub(crate) picture: RoomPicture,
    pub(crate) note: String,
}

/// The picture.
#[derive(Debug)]
pub(crate) struct RoomPicture(pub(crate) Room);

/// Makes the picture of a device, with names for the selected models; `None` if its memory is unknown.
pub(super) fn room(cx: &CatalogContext<'_>, at: usize, selected: &[(usize, RangeRow)]) -> Option<RoomView> {
    let device = cx.device(at)?;
    let wall = usable_memory(&device.device)?;
    let (mut points, mut beyond, mut unread) = (Vec::<RoomPoint>::new(), Vec::new(), Vec::new());
    let named = selected.iter().map(|(number, row)| (*number, Some(row)));
    let others = (0..cx.models.len()).filter(|number| selected.iter().all(|(other, _)| other != number));
    for (number, row) in named.chain(others.map(|number| (number, None))) {
        let Some(model) = cx.models[number] else { continue };
        let (Some(format), Some(path)) = (model.usual_format(), cx.model_path(number)) else { continue };
        let estimated = estimate(device, model, format);
        let Some(fit) = estimated.fit else { continue };
        if !fit.fits() {
            beyond.push(fit.needed() / GB);
            continue;
        }
        let Some(range) = estimated.speeds.range else { continue };
        if format.weights.experts().is_none() {
            unread.push(fit.needed() - estimated.moved);
        }
        let point = point(short_name(&model.name), &path, (fit.needed(), estimated.speeds.ceiling, range), row);
        match points.iter_mut().find(|other| row.is_none() && !other.is_named && other.words == point.words) {
            Some(same) if same.name.contains(", ") => same.name = format!("{} …", same.name.trim_end_matches(" …")),
            Some(same) => same.name = format!("{}, {}", same.name, point.name),
            None => points.push(point),
        }
    }
    unread.sort_by(f64::total_cmp);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "an index")]
    let unread = unread.get((unread.len() as f64 * MOST) as usize).copied().unwrap_or_default();
    Some(view(device, wall, Room { unread: unread / GB, points, beyond, ..Room::default() }))
}

fn point(name: &str, path: &str, (memory, ceiling, range): (f64, f64, Range), row: Option<&RangeRow>) -> RoomPoint {
    let of = |speeds: &[f64], open| speeds.iter().map(|speed| (*speed, open)).collect::<Vec<_>>();
    let dots = row.map_or_else(Vec::new, |row| [of(&row.measured, false), of(&row.elsewhere, true)].concat());
    RoomPoint {
        name: name.to_owned(),
        href: format!("./{path}"),
        words: format!(
            "{}\u{a0}GB, {} tokens/s, at most {}",
            gb(memory),
            number::range(range.low, range.high),
            number::speed(ceiling)
        ),
        memory: memory / GB,
        ceiling,
        range: range.values(),
        dots,
        is_named: row.is_some(),
    }
}

fn view(device: &DeviceRecord, wall: f64, room: Room) -> RoomView {
    let (name, bus) = (&device.device.name, device.device.bandwidth / GB);
    let (fitting, over) = (number::count(room.points.len() as u64), number::count(room.beyond.len() as u64));
    let tokens = number::count(CONTEXT);
    let title = format!("Everything that runs on a {name}");
    let desc = format!(
        "Memory in GB against tokens per second, both on log scales. {} GB can be used, and {over} models need more. A model that reads all that it fills stays below the roof, {} GB/s over its memory; mixtures of experts read a part of it and lie above. The list has the numbers of the named models, their pages those of the others.",
        gb(wall),
        number::plain(bus, 0)
    );
    let note = format!(
        "Each point is a model in its usual format at its typical speed with {tokens} tokens of context, in a bar for its realistic range: {fitting} points, the smallest further left."
    );
    let room = Room {
        title: title.clone(),
        desc,
        bus,
        wall: wall / GB,
        roof_words: format!("The roof: {} GB/s", number::plain(bus, 0)),
        wall_words: [format!("The wall: {} GB", gb(wall)), format!("{over} models need more")],
        corner: ["Above the roof: models that read", "only a part of what they fill"].map(str::to_owned),
        ..room
    };
    RoomView { title, picture: RoomPicture(room), note }
}
