//! Decodes a type from a YAML tree: the one deserializer that this project's types are compiled for.
//!
//! 1. [`decode`] asks the type what it needs and answers from the nodes of the tree.
//! 2. A plain scalar is a number, a truth value or null where one is asked for, and its text where a text is.
//! 3. Aliases are followed, with limits on depth, number and bytes, so that neither nested aliases nor those of one
//!    long text multiply.
//!
//! Generic code is compiled once for each type, so what does not depend on the type is in functions of its own.
//! Words no message: [`Refused`] has the node at which decoding stopped, and the caller says what is wrong there.

use super::plain::{self, Plain};
use super::tree::{Children, MAX_DEPTH, Node, Scalar, Style, Tree, Value};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::cell::Cell;
use std::fmt;

/// Limit on what aliases repeat, in nodes, and the same as a multiple of what is written out.
const MAX_REPEATED: usize = 1_000_000;
const MAX_REPETITION: usize = 100;
/// A longer text counts for as many nodes as it has of these bytes.
const BYTES_OF_A_NODE: usize = 16;

const BOOL: &str = "tag:yaml.org,2002:bool";
const INT: &str = "tag:yaml.org,2002:int";
const FLOAT: &str = "tag:yaml.org,2002:float";
const NULL: &str = "tag:yaml.org,2002:null";

/// A value that the type refuses: the index of its node, if one below the root is to blame.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) at: Option<usize>,
}

const REFUSED: Refused = Refused { at: None };

type Result<T> = std::result::Result<T, Refused>;

/// Decodes a whole tree.
pub(super) fn decode<T: DeserializeOwned>(tree: &Tree<'_>) -> Result<T> {
    let repeatable = Cell::new(repeatable(tree));
    T::deserialize(Decoder { node: tree.root(), repeatable: &repeatable, depth: 0, tagged: false })
}

/// True if the aliases that are written out already repeat more than is read: a check of each would not end.
pub(super) fn repeats_too_much(tree: &Tree<'_>) -> bool {
    let nodes = (0..tree.entries.len()).filter_map(|at| tree.root().jump(at).repeated());
    nodes.map(weight).sum::<usize>() > repeatable(tree)
}

fn repeatable(tree: &Tree<'_>) -> usize {
    MAX_REPEATED.min(weight(tree.root()) * MAX_REPETITION)
}

fn weight(node: Node<'_>) -> usize {
    node.size().max(node.span().len() / BYTES_OF_A_NODE)
}

/// A node to decode.
#[derive(Clone, Copy)]
struct Decoder<'t> {
    node: Node<'t>,
    /// The number of nodes that aliases may still repeat.
    repeatable: &'t Cell<usize>,
    depth: usize,
    /// True for the content of a tag that a visitor has taken already.
    tagged: bool,
}

impl<'t> Decoder<'t> {
    /// The node that an alias repeats, or the node itself.
    fn followed(mut self) -> Result<Self> {
        if let Some(node) = self.node.repeated() {
            self.node = node;
            let rest = self.repeatable.get().checked_sub(weight(node));
            self.repeatable.set(rest.ok_or(REFUSED)?);
        }
        Ok(self)
    }

    /// The tag of a node, unless taken already.
    fn tag(self) -> Option<&'t str> {
        self.node.tag().filter(|_| !self.tagged)
    }

    /// The name of a local tag, which names a variant.
    fn variant_tag(self) -> Option<&'t str> {
        let tag = self.tag()?;
        tag.strip_prefix('!').map(|name| if name.is_empty() { tag } else { name })
    }

    fn scalar(self) -> Result<&'t Scalar<'t>> {
        self.node.scalar().ok_or(REFUSED)
    }

    fn text(self) -> Result<&'t str> {
        let scalar = self.scalar()?;
        if scalar.style == Style::Reformatted { Err(REFUSED) } else { Ok(&scalar.text) }
    }

    /// The text of a scalar that may be a value of the type with this tag.
    fn typed(self, tag: &str) -> Result<&'t str> {
        let scalar = self.scalar()?;
        let typed = scalar.style == Style::Literal && self.tag() == Some(tag);
        if typed { Ok(&scalar.text) } else { scalar.plain().ok_or(REFUSED) }
    }

    /// The value of a scalar to which neither the type nor a taken tag gives a type.
    fn any(self) -> Result<Plain<'t>> {
        let scalar = self.scalar()?;
        let text = &*scalar.text;
        let value = match self.tag() {
            Some(BOOL) => plain::truth(text).map(Plain::Truth),
            Some(INT) => plain::whole(text).map(|(minus, size)| Plain::Whole(minus, size)),
            Some(FLOAT) => plain::float(text).map(Plain::Number),
            Some(NULL) => (plain::is_null(text) && !text.is_empty()).then_some(Plain::Null),
            Some(_) => Some(Plain::Text(text)),
            None => Some(scalar.plain().map_or(Plain::Text(text), plain::read)),
        };
        value.ok_or(REFUSED)
    }

    fn truth(self) -> Result<bool> {
        plain::truth(self.typed(BOOL)?).ok_or(REFUSED)
    }

    fn number(self) -> Result<f64> {
        plain::float(self.typed(FLOAT)?).ok_or(REFUSED)
    }

    fn unsigned(self) -> Result<u64> {
        match plain::whole(self.typed(INT)?) {
            Some((false, size)) => u64::try_from(size).map_err(|_| REFUSED),
            _ => Err(REFUSED),
        }
    }

    fn signed(self) -> Result<i64> {
        let (minus, size) = plain::whole(self.typed(INT)?).ok_or(REFUSED)?;
        signed(minus, size)
    }

    /// True for a value that is left out.
    fn is_null(self) -> Result<bool> {
        let Value::Scalar(scalar) = self.node.value() else { return Ok(false) };
        let Some(text) = scalar.plain() else { return Ok(false) };
        match self.tag() {
            None => Ok(plain::is_null(text)),
            Some(NULL) if plain::is_null(text) && !text.is_empty() => Ok(true),
            Some(NULL) => Err(REFUSED),
            Some(_) => Ok(false),
        }
    }

    /// The children of a list or a block; nothing at all is an empty one.
    fn children(self, is_block: bool) -> Result<Content<'t>> {
        let children = match self.node.value() {
            Value::List if !is_block => self.node.children(),
            Value::Block if is_block => self.node.children(),
            Value::Scalar(scalar) if scalar.plain() == Some("") => self.node.children(),
            _ => return Err(REFUSED),
        };
        if self.depth >= MAX_DEPTH { Err(REFUSED) } else { Ok(Content { parent: self, children }) }
    }

    /// The variant that a scalar or a tag names.
    fn variant(self) -> Result<Variant<'t>> {
        match self.variant_tag() {
            Some(name) => Ok(Variant { name, content: Some(Self { tagged: true, ..self }) }),
            None => Ok(Variant { name: self.text()?, content: None }),
        }
    }
}

fn signed(minus: bool, size: u128) -> Result<i64> {
    let size = i128::try_from(size).map_err(|_| REFUSED)?;
    i64::try_from(if minus { -size } else { size }).map_err(|_| REFUSED)
}

/// Methods that call the visitor with what one function of the decoder finds.
macro_rules! scalars {
    ($($method:ident: $find:ident, $visit:ident;)*) => {
        $(fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.followed()?.$find()?)
        })*
    };
}

impl<'t> Deserializer<'t> for Decoder<'t> {
    type Error = Refused;

    scalars! {
        deserialize_bool: truth, visit_bool;
        deserialize_i8: signed, visit_i64;
        deserialize_i16: signed, visit_i64;
        deserialize_i32: signed, visit_i64;
        deserialize_i64: signed, visit_i64;
        deserialize_u8: unsigned, visit_u64;
        deserialize_u16: unsigned, visit_u64;
        deserialize_u32: unsigned, visit_u64;
        deserialize_u64: unsigned, visit_u64;
        deserialize_f32: number, visit_f64;
        deserialize_f64: number, visit_f64;
        deserialize_char: text, visit_str;
        deserialize_str: text, visit_str;
        deserialize_string: text, visit_str;
        deserialize_identifier: text, visit_str;
    }

    forward_to_deserialize_any! { <V: Visitor<'t>> bytes byte_buf }

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let this = self.followed()?;
        if this.variant_tag().is_some() {
            return visitor.visit_enum(this.variant()?);
        }
        match this.node.value() {
            Value::List => this.deserialize_seq(visitor),
            Value::Block => this.deserialize_map(visitor),
            _ => match this.any()? {
                Plain::Null => visitor.visit_unit(),
                Plain::Truth(truth) => visitor.visit_bool(truth),
                Plain::Whole(minus, size) => match u64::try_from(size) {
                    Ok(size) if !minus => visitor.visit_u64(size),
                    _ => visitor.visit_i64(signed(minus, size)?),
                },
                Plain::Number(number) => visitor.visit_f64(number),
                Plain::Text(text) => visitor.visit_str(text),
            },
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let this = self.followed()?;
        if this.is_null()? { visitor.visit_none() } else { visitor.visit_some(this) }
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        if self.followed()?.is_null()? { visitor.visit_unit() } else { Err(REFUSED) }
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let mut items = self.followed()?.children(false)?;
        let value = visitor.visit_seq(&mut items)?;
        items.finish().map(|()| value)
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(self, _: &'static str, _len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let mut pairs = self.followed()?.children(true)?;
        let value = visitor.visit_map(&mut pairs)?;
        pairs.finish().map(|()| value)
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self.followed()?.variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The children of a list or a block that a visitor has not taken yet.
struct Content<'t> {
    parent: Decoder<'t>,
    children: Children<'t>,
}

impl<'t> Content<'t> {
    fn next(&mut self) -> Option<Decoder<'t>> {
        let node = self.children.next()?;
        Some(Decoder { node, depth: self.parent.depth + 1, tagged: false, ..self.parent })
    }

    /// Refuses children that the visitor did not take.
    fn finish(&mut self) -> Result<()> {
        self.next().map_or(Ok(()), |_| Err(REFUSED))
    }
}

impl Refused {
    /// Blames this node unless one below it is to blame.
    fn at(self, node: Node<'_>) -> Self {
        Self { at: self.at.or(Some(node.index())) }
    }
}

impl<'t> de::SeqAccess<'t> for Content<'t> {
    type Error = Refused;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.next() {
            Some(item) => seed.deserialize(item).map(Some).map_err(|refused| refused.at(item.node)),
            None => Ok(None),
        }
    }
}

impl<'t> de::MapAccess<'t> for Content<'t> {
    type Error = Refused;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        de::SeqAccess::next_element_seed(self, seed)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value> {
        match self.next() {
            Some(value) => seed.deserialize(value).map_err(|refused| refused.at(value.node)),
            None => Err(REFUSED),
        }
    }
}

/// A variant by its name, and its content if it is named by a tag.
struct Variant<'t> {
    name: &'t str,
    content: Option<Decoder<'t>>,
}

impl<'t> de::EnumAccess<'t> for Variant<'t> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self)> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'t> de::VariantAccess<'t> for Variant<'t> {
    type Error = Refused;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            Some(content) if !content.is_null()? => Err(REFUSED),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.content.ok_or(REFUSED)?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        self.content.ok_or(REFUSED)?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'t>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.content.ok_or(REFUSED)?.deserialize_map(visitor)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that its type refuses")
    }
}

impl std::error::Error for Refused {}

/// No message is made, since the schema words the mistake.
impl de::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        REFUSED
    }
}
