//! The words that the measured glossaries are made of.

/// First words of terms of two or three words.
pub(super) const KINDS: &str = "Aligned Amortised Ancestral Anchored Annotated Archived Attested Audited Backed Banked Blended Bonded \
    Bottled Braided Bridged Brokered Bundled Calibrated Capped Carried Cascaded Centred Certified Clipped Coded Coiled Collated Combed \
    Composed Counted Coupled Covered Crossed Curated Damped Dated Decoded Delayed Derived Diffused Divided Doubled Drafted Drained \
    Echoed Edged Elected Embossed Enclosed Etched Expanded Faceted Fenced Filtered Flagged Folded Forked Formed Framed Gated Glazed \
    Graded Grafted Grouped Guided Halved Hinged Housed Inverted Joined Keyed Knotted Laced Latched Levelled Lifted Limited Linked \
    Listed Looped Marked Masked Matched Measured Merged Metered Mixed Moored Moulded Named Netted Nested Noted Numbered Paced Packed \
    Paired Patched Phased Piped Pivoted Planned Pledged Polled Posted Primed Proved Pruned Quoted Raised Ranked Rated Related Rented \
    Ringed Routed Saved Sealed Seeded Shaped Shared Shifted Signed Sliced Sorted Spliced Stacked Staged Stored Strung Tabled Tagged \
    Tallied Tapered Tested Threaded Tiled Timed Traced Tuned Turned Valued Varied Wired Woven Wrapped Zoned";

/// Nouns that terms are made of.
pub(super) const THINGS: &str = "Abacus Account Almanac Anchor Antenna Archive Arrow Atlas Axle Badge Balance Ballast Band Barge Basin \
    Beacon Beam Bearing Bellows Bench Binder Blanket Bolt Bracket Branch Brake Bridge Bundle Buoy Cabin Cable Canal Canvas Capstan \
    Carriage Cask Cellar Chain Chart Chisel Circuit Clasp Cog Coil Column Compass Conduit Copper Cord Corner Coupling Cradle Crane \
    Crate Current Curtain Cylinder Dial Dock Drawer Drum Duct Engine Errand Fabric Fathom Ferry Fibre Flange Float Flume Forge Funnel \
    Furnace Gauge Gear Girder Glass Grating Grid Grove Gutter Hammer Handle Harbour Harness Hatch Hinge Hoist Hopper Horizon Hull \
    Jacket Jetty Joint Junction Kiln Ladder Lantern Lathe Lattice Lever Lens Locker Loom Magnet Mantle Marker Mast Meadow Meter Mill \
    Mirror Mortar Needle Notch Nozzle Orchard Oven Paddle Panel Parcel Passage Pedal Pendulum Pier Pillar Piston Pivot Plank Platform \
    Plough Pocket Pulley Pump Quarry Rack Rafter Rail Ratchet Reel Ridge Rivet Rotor Rudder Saddle Sail Scaffold Screen Shaft Shelf \
    Shutter Siding Signal Siphon Slope Socket Spindle Spiral Spool Spring Stable Stair Stem Stencil Stirrup Summit Tank Tide Timber \
    Tower Track Trellis Trough Tunnel Turbine Valve Vault Vessel Wagon Wedge Wharf Wheel Winch Window Yard";

/// Last words of terms of two or three words.
pub(super) const ENDS: &str = "Account Bound Census Clause Curve Ledger Limit Margin Method Notation Plan Practice Principle Ratio \
    Record Rule Scale Schedule Sketch Survey Table Theory Trial Variant";

/// Sentences are made of these: who does what to what, and when.
pub(super) const WHO: [&str; 14] = [
    "the foreman",
    "a careful reader",
    "the night shift",
    "an apprentice",
    "the workshop",
    "a second opinion",
    "the archive",
    "every visitor",
    "the committee",
    "a small crew",
    "the surveyor",
    "a later edition",
    "the harbour master",
    "one of the owners",
];
pub(super) const DOES: [&str; 16] = [
    "puts aside",
    "counts",
    "hands over",
    "looks after",
    "writes down",
    "leaves out",
    "asks for",
    "weighs",
    "repeats",
    "divides",
    "makes room for",
    "gives back",
    "takes apart",
    "mends",
    "waits for",
    "agrees on",
];
pub(super) const WHAT: [&str; 16] = [
    "what is left of the day",
    "the larger of the two parts",
    "all that came in late",
    "the cost of the next step",
    "a fair share of the work",
    "the oldest of its papers",
    "each piece in its turn",
    "the first good answer",
    "half of the usual amount",
    "a copy for everybody",
    "the weakest of the links",
    "whatever was promised",
    "the space between two marks",
    "several small repairs",
    "the rest of the money",
    "its own mistakes",
];
pub(super) const WHEN: [&str; 12] = [
    "before the doors open",
    "as long as nobody objects",
    "at the end of the month",
    "without being told",
    "when the weather turns",
    "at a price that is known",
    "for most of the year",
    "after the second attempt",
    "in the smallest towns",
    "even if that takes longer",
    "once the sums are done",
    "where there is no other way",
];

/// Sentences around a mention: the text before and after it.
pub(super) const AROUND: [(&str, &str); 6] = [
    ("Nothing of this works without", ", since WHO DOES WHAT WHEN."),
    ("It is easily taken for", ", though WHO DOES WHAT."),
    ("Together with", " it means that WHO DOES WHAT WHEN."),
    ("WHO DOES WHAT; the name for that is", ", at least WHEN."),
    ("Older than", " and simpler, it still DOES WHAT WHEN."),
    ("What", " is to others, this is to anyone who DOES WHAT."),
];

pub(super) const HEADINGS: [&str; 9] = [
    "Where it comes from",
    "What it does",
    "What it costs",
    "How to tell",
    "What goes wrong",
    "Who uses it",
    "Two examples",
    "What it is not",
    "How to begin",
];

/// Blocks of code by language; `NAME` and `NUMBER` are replaced in each entry.
pub(super) const CODE: [(&str, &str); 4] = [
    (
        "rust",
        "/// Adds up what is due.\nfn NAME(parts: &[u32]) -> Option<u32> {\n    let mut sum = 0_u32;\n    for part in parts {\n        sum = sum.checked_add(*part)?;\n    }\n    (sum < NUMBER).then_some(sum)\n}\n\nfn main() {\n    println!(\"{:?}\", NAME(&[1, 2, NUMBER]));\n}\n",
    ),
    (
        "python",
        "from collections import Counter\n\n\ndef NAME(words, most=NUMBER):\n    \"\"\"The words that occur most often.\"\"\"\n    found = Counter(word.lower() for word in words if word)\n    return [word for word, count in found.most_common(most) if count > 1]\n\n\nif __name__ == \"__main__\":\n    print(NAME([\"a\", \"b\", \"a\"]))\n",
    ),
    (
        "bash",
        "#!/bin/sh\nset -eu\nmost=NUMBER\nfor file in ./*.txt; do\n  lines=$(wc -l < \"$file\")\n  if [ \"$lines\" -gt \"$most\" ]; then\n    echo \"NAME: $file has $lines lines\" >&2\n  fi\ndone\n",
    ),
    (
        "json",
        "{\n  \"name\": \"NAME\",\n  \"most\": NUMBER,\n  \"open\": true,\n  \"parts\": [\"left\", \"right\"],\n  \"next\": { \"after\": 2.5, \"else\": null }\n}\n",
    ),
];
