//! Records: what the browser reads is what the build wrote, and bytes that are not a record are refused.

use crate::support::{estimator, specs};
use proptest::prelude::*;
use rooflight_calculators::{Estimator, decode_speed};
use rooflight_estimator::records::rows::Row;
use rooflight_estimator::records::{
    DeviceRecord, FormatRecord, ModelRecord, PromptRecord, PromptRunsRecord, QualityRecord, Record, RunsRecord,
};

#[test]
fn every_record_of_the_reference_site_survives_the_way() {
    let Estimator { devices, models, prompts, .. } = estimator();
    let runs = devices.iter().flat_map(|record| record.measured.iter().map(|model| runs_of(record, model)));
    let prompt_runs = prompts.iter().flat_map(|record| {
        record
            .measured
            .iter()
            .map(|model| PromptRunsRecord(RunsRecord::of(&record.device, (&record.texts, &record.rows), model)))
    });
    let prompts = prompts.iter().map(|record| PromptRecord { texts: Vec::new(), rows: Vec::new(), ..record.clone() });
    let counts = [
        survive(devices.iter().map(bare)),
        survive(models.iter().map(plain)),
        survive(models.iter().map(ModelRecord::quality)),
        survive(prompts),
        survive(prompt_runs),
        survive(runs),
    ];
    assert!(counts.iter().all(|count| *count > 0), "{counts:?} records");
}

/// A device's record as it travels: the measurements have records of their own.
fn bare(record: &DeviceRecord) -> DeviceRecord {
    DeviceRecord { texts: Vec::new(), rows: Vec::new(), ..record.clone() }
}

fn runs_of(record: &DeviceRecord, model: &str) -> RunsRecord {
    RunsRecord::of(&record.device.id, (&record.texts, &record.rows), model)
}

/// A model's record as it travels: what its formats cost in quality has a record of its own, and its scores are the
/// library's.
fn plain(record: &ModelRecord) -> ModelRecord {
    let formats =
        record.formats.iter().map(|format| FormatRecord { file: None, quality: Vec::new(), ..format.clone() });
    ModelRecord { texts: Vec::new(), formats: formats.collect(), ..record.clone() }
}

/// Sends records there and back, and counts them.
fn survive<C: Record + PartialEq>(records: impl Iterator<Item = C>) -> usize {
    let mut count = 0;
    for record in records {
        let bytes = record.to_bytes();
        assert!(C::from_bytes(&bytes) == Some(record), "{}", C::FOLDER);
        assert!(C::from_bytes(&bytes[..bytes.len() - 1]).is_none(), "{} cut short", C::FOLDER);
        assert!(C::from_bytes(&[&bytes[..], &[0]].concat()).is_none(), "{} and more", C::FOLDER);
        count += 1;
    }
    count
}

#[test]
fn quality_that_travelled_by_itself_is_that_of_the_model() {
    for record in &estimator().models {
        let mut joined = plain(record);
        joined.join(record.quality());
        assert!(joined == *record, "{}", record.id);
    }
}

#[test]
fn measurements_that_travelled_by_themselves_are_those_of_the_device() {
    for record in &estimator().devices {
        let mut joined = DeviceRecord { texts: Vec::new(), rows: Vec::new(), ..record.clone() };
        for model in record.measured.iter().rev() {
            runs_of(record, model).join(&mut joined.texts, &mut joined.rows);
        }
        for model in &record.measured {
            let rows = |record: &DeviceRecord| -> Vec<String> {
                let of_model = record.rows.iter().filter(|row| record.text(row.model) == model);
                let words = |row: &Row| {
                    let texts = [row.format, row.conditions, row.engine, row.date, row.flags, row.href];
                    format!("{:?} {} {:?} {}", texts.map(|at| record.text(at)), row.speed, row.depth, row.generated)
                };
                of_model.map(words).collect()
            };
            assert_eq!(rows(&joined), rows(record), "{model} on {}", record.device.id);
        }
        assert_eq!(joined.rows.len(), record.rows.len());
    }
}

#[test]
fn a_question_names_the_cards_that_it_needs() {
    let full = estimator();
    let mut estimator = Estimator::default();
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096";
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "hardware/rtx-4090.txt\nmodels/llama-3.1-8b.txt\n");
    let device = full.devices.iter().find(|record| record.device.id == "rtx-4090").expect("the device");
    assert!(decode_speed::SPEC.add(&mut estimator, &bare(device).to_bytes()));
    assert_eq!(
        decode_speed::SPEC.needs(&estimator, query),
        "models/llama-3.1-8b.txt\nruns/rtx-4090/llama-3.1-8b.txt\n"
    );
    assert!(!decode_speed::SPEC.add(&mut estimator, b"no record"));
    let model = full.models.iter().find(|record| record.id == "llama-3.1-8b").expect("the model");
    assert!(decode_speed::SPEC.add(&mut estimator, &plain(model).to_bytes()));
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "runs/rtx-4090/llama-3.1-8b.txt\n");
    assert!(decode_speed::SPEC.add(&mut estimator, &runs_of(device, "llama-3.1-8b").to_bytes()));
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "");
    let prompts = full.prompts.iter().find(|record| record.device == "rtx-4090").expect("the device");
    let requested = "prompts/rtx-4090.txt\nprompt-runs/rtx-4090/llama-3.1-8b.txt\n";
    let [prefill, quantization] = ["prefill", "quantization"].map(crate::support::spec);
    let mut reader = Estimator::default();
    assert!(prefill.add(&mut reader, &[bare(device).to_bytes(), plain(model).to_bytes()].concat()));
    assert_eq!(prefill.needs(&reader, query), requested[..21]);
    reader.prompts.push(PromptRecord { texts: Vec::new(), rows: Vec::new(), ..prompts.clone() });
    assert_eq!(prefill.needs(&reader, query), requested[21..]);
    let runs = RunsRecord::of("rtx-4090", (&prompts.texts, &prompts.rows), "llama-3.1-8b");
    assert!(prefill.add(&mut reader, &PromptRunsRecord(runs).to_bytes()));
    assert_eq!(prefill.needs(&reader, query), "");
    assert!(!decode_speed::SPEC.add(&mut estimator, &prompts.to_bytes()), "it has no use for prompts");
    let mut estimator = Estimator::default();
    assert!(quantization.add(&mut estimator, &[bare(device).to_bytes(), plain(model).to_bytes()].concat()));
    let missing = quantization.needs(&estimator, query);
    assert_eq!(missing, "quality/llama-3.1-8b.txt\nruns/rtx-4090/llama-3.1-8b.txt\n");
    assert!(quantization.add(&mut estimator, &model.quality().to_bytes()));
    assert_eq!(quantization.needs(&estimator, query), "runs/rtx-4090/llama-3.1-8b.txt\n");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = (DeviceRecord::from_bytes(&bytes), ModelRecord::from_bytes(&bytes), PromptRecord::from_bytes(&bytes));
        let _ = (RunsRecord::from_bytes(&bytes), QualityRecord::from_bytes(&bytes));
        for spec in specs() {
            spec.add(&mut Estimator::default(), &bytes);
        }
    }
}
