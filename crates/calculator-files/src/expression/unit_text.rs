//! Parses units as authors write them: `km/h`, `L/(100 km)`, `kWh`.

use crate::expression::check::{Compiled, compile};
use crate::expression::dimension::Dimension;
use crate::expression::mistake::Mistake;
use crate::expression::scope::{Scope, Type};
use crate::expression::unit::{Unit, Units};
use rooflight_estimator::formula::evaluate;
use rooflight_estimator::formula::host::NoHost;

/// Parses a unit; an empty text is that of a bare number.
///
/// # Errors
/// All mistakes; if the syntax is wrong, the first one.
pub fn unit(text: &str, units: &Units) -> Result<Unit, Vec<Mistake>> {
    if text.trim().is_empty() {
        return Ok(Unit { factor: 1.0, dimension: Dimension::default() });
    }
    let Compiled { formula, found } = compile(text, &Scope::new(units.clone()))?;
    let dimension = match found {
        Type::Quantity(dimension) => dimension,
        Type::Zero | Type::Unknown => Dimension::default(),
        Type::Truth | Type::Row | Type::Record(_) => return Err(vec![Mistake::new(0..text.len(), "this is no unit")]),
    };
    let factor = evaluate(&formula, &[], &NoHost);
    if factor.is_finite() && factor > 0.0 {
        Ok(Unit { factor, dimension })
    } else {
        Err(vec![Mistake::new(0..text.len(), "a unit is worth more than nothing")])
    }
}
