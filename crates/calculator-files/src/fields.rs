//! The fields of chosen rows: `camera.blur` becomes a formula, which precedes those of the file.

use super::keys::{InputKeys, InputKind};
use super::reader::FileReader;
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::declared::{self as record, ConditionalText, DeclaredFormula, TextSegment};
use rooflight_primitives::units::count;

impl FileReader<'_> {
    /// Adds a formula for each column of numbers of a table whose rows can be chosen, if the file mentions it.
    pub(super) fn fields(&mut self, inputs: &[InputKeys]) {
        let records = inputs.iter().enumerate().filter(|(_, keys)| keys.kind == InputKind::Record);
        for (at, keys) in records {
            let Some(table) = self.known_table(keys.table.as_deref()) else { continue };
            for (column, values) in table.columns.iter().enumerate() {
                let name = format!("{}.{}", keys.name, values.name);
                let Some(dimension) = values.dimension.clone().filter(|_| self.file.text.contains(&name)) else {
                    continue;
                };
                self.names.add_field(name.clone(), dimension);
                let numbers =
                    table.rows.iter().enumerate().map(|(row, data)| [count(row as u64), data.numbers[column]]);
                let unit = record::Unit { name: values.unit.clone(), factor: values.factor, ..record::Unit::default() };
                let row = TextSegment { value: Some(at as u64), ..TextSegment::default() };
                self.record.formulas.push(DeclaredFormula {
                    number: name.clone(),
                    name,
                    label: values.label.clone(),
                    unit,
                    written: ConditionalText::always(vec![row, TextSegment::default()]),
                    formula: vec![Op::Value(at), Op::Lookup(numbers.collect())],
                    ..DeclaredFormula::default()
                });
            }
        }
    }
}
