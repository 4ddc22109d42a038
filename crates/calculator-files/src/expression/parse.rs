//! Parses tokens into a tree.
//!
//! From the loosest binding to the tightest: `if`, `or`, `and`, `not`, comparisons, `+ −`, `× ÷`, the minus sign, a
//! unit directly after a number (`1 / 2 m` is one over two metres), powers (right-associative). This is Numbat's
//! grammar, so authors can try a formula there.

use crate::expression::mistake::Mistake;
use crate::expression::token::{Token, tokens};
use crate::expression::tree::{Node, NodeKind};
use rooflight_estimator::formula::Operator;
use std::ops::Range;

/// Maximum length of an expression, bytes.
pub const MAX_BYTES: usize = 1000;

/// Maximum nesting of brackets, choices and signs.
pub const MAX_DEPTH: usize = 48;

const COMPARISONS: [(&str, Operator); 6] = [
    ("<", Operator::Less),
    ("<=", Operator::LessOrEqual),
    (">", Operator::Greater),
    (">=", Operator::GreaterOrEqual),
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
];

/// Parses an expression.
///
/// # Errors
/// The first syntax error.
pub fn parse(text: &str) -> Result<Node, Mistake> {
    if text.len() > MAX_BYTES {
        let message = format!("the expression has {} bytes, and {MAX_BYTES} is the limit", text.len());
        let start = text.floor_char_boundary(MAX_BYTES);
        return Err(Mistake::new(start..text.len(), message).help("name a part of it as a formula of its own"));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens: &tokens, next: 0, depth: 0 };
    let tree = parser.expression()?;
    match parser.peek() {
        None => Ok(tree),
        Some(_) => Err(parser.unexpected()),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    next: usize,
    depth: usize,
}

type Parsed = Result<Node, Mistake>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    /// The bytes of the next token; the empty range at the end of the text if there is none.
    fn here(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        self.tokens.get(self.next).map_or(end..end, |(_, at)| at.clone())
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &'static str) -> bool {
        self.take(&Token::Sign(sign))
    }

    /// Takes the next token if it is one of these signs.
    fn one_of(&mut self, signs: &[(&'static str, Operator)]) -> Option<Operator> {
        signs.iter().find(|(sign, _)| self.sign(sign)).map(|(_, operator)| *operator)
    }

    fn expect(&mut self, wanted: &Token, missing: &str) -> Result<(), Mistake> {
        if self.take(wanted) {
            return Ok(());
        }
        let mistake = self.unexpected();
        Err(if self.peek().is_none() {
            Mistake::new(self.here(), format!("{missing} is missing here"))
        } else {
            mistake
        })
    }

    fn unexpected(&self) -> Mistake {
        let at = self.here();
        let help = match self.peek() {
            None if self.text.trim().is_empty() => "write an expression, such as `width × height`",
            None => "the expression ends where a value should follow",
            Some(Token::Number(_) | Token::Name(_)) => "write a sign between two values, such as `×`",
            Some(Token::Sign("(")) => "write `×` before the bracket",
            Some(Token::Sign(")")) => "look for a `(` too few or a value that is missing",
            Some(Token::Sign("<" | "<=" | ">" | ">=" | "==" | "!=")) => "join two comparisons by `and`",
            Some(Token::Word("if")) => "put a choice within an expression in brackets: `2 × (if … then … else …)`",
            Some(_) => "a value is missing before this, or a sign is too many",
        };
        let message = match self.text.get(at.clone()) {
            Some("") | None => "the expression is not complete".to_owned(),
            Some(found) => format!("`{found}` cannot stand here"),
        };
        Mistake::new(at, message).help(help)
    }

    /// Calls a rule one nesting level deeper.
    fn deeper(&mut self, rule: fn(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            let mistake =
                Mistake::new(self.here(), format!("brackets and signs are nested deeper than {MAX_DEPTH} levels"));
            return Err(mistake.help("name a part of it as a formula of its own"));
        }
        self.depth += 1;
        let found = rule(self);
        self.depth -= 1;
        found
    }

    fn expression(&mut self) -> Parsed {
        self.deeper(|parser| {
            let start = parser.here().start;
            if !parser.take(&Token::Word("if")) {
                return parser.either();
            }
            let condition = parser.expression()?;
            parser.expect(&Token::Word("then"), "`then`")?;
            let first = parser.expression()?;
            parser.expect(&Token::Word("else"), "`else`")?;
            let second = parser.expression()?;
            let at = start..second.at.end;
            Ok(Node { kind: NodeKind::Choice(Box::new([condition, first, second])), at })
        })
    }

    /// Parses operands separated by operators, left-associative.
    fn chain(&mut self, operand: fn(&mut Self) -> Parsed, operator: fn(&mut Self) -> Option<Operator>) -> Parsed {
        let mut left = operand(self)?;
        let mut links = 0;
        while let Some(found) = operator(self) {
            links += 1;
            if links > MAX_BYTES / 2 {
                return Err(self.unexpected());
            }
            left = binary(found, left, operand(self)?);
        }
        Ok(left)
    }

    fn either(&mut self) -> Parsed {
        self.chain(Self::both, |parser| parser.take(&Token::Word("or")).then_some(Operator::Or))
    }

    fn both(&mut self) -> Parsed {
        self.chain(Self::negation, |parser| parser.take(&Token::Word("and")).then_some(Operator::And))
    }

    fn negation(&mut self) -> Parsed {
        let start = self.here().start;
        if self.take(&Token::Word("not")) {
            let operand = self.deeper(Self::negation)?;
            return Ok(unary(Operator::Not, start, operand));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        match self.one_of(&COMPARISONS) {
            Some(operator) => Ok(binary(operator, left, self.sum()?)),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Parsed {
        self.chain(Self::product, |parser| parser.one_of(&[("+", Operator::Add), ("-", Operator::Subtract)]))
    }

    fn product(&mut self) -> Parsed {
        self.chain(Self::signed, |parser| parser.one_of(&[("*", Operator::Multiply), ("/", Operator::Divide)]))
    }

    fn signed(&mut self) -> Parsed {
        let start = self.here().start;
        if self.sign("-") {
            let operand = self.deeper(Self::signed)?;
            return Ok(unary(Operator::Negate, start, operand));
        }
        self.quantity()
    }

    /// Parses a value, and units directly after it.
    fn quantity(&mut self) -> Parsed {
        let mut value = self.power()?;
        while matches!(self.peek(), Some(Token::Name(_))) {
            value = binary(Operator::Multiply, value, self.power()?);
        }
        Ok(value)
    }

    fn power(&mut self) -> Parsed {
        let mut base = self.value()?;
        for (sign, exponent) in [("^2", 2.0), ("^3", 3.0)] {
            let at = self.here();
            if self.sign(sign) {
                base = binary(Operator::Power, base, Node { kind: NodeKind::Number(exponent), at });
            }
        }
        if !self.sign("^") {
            return Ok(base);
        }
        let start = self.here().start;
        let exponent = if self.sign("-") {
            let operand = self.deeper(Self::power)?;
            unary(Operator::Negate, start, operand)
        } else {
            self.deeper(Self::power)?
        };
        Ok(binary(Operator::Power, base, exponent))
    }

    fn value(&mut self) -> Parsed {
        let at = self.here();
        match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(Node { kind: NodeKind::Number(number), at })
            }
            Some(Token::Name(name)) => {
                self.next += 1;
                if self.sign("(") { self.call(name, at) } else { Ok(Node { kind: NodeKind::Name(name), at }) }
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inner = self.expression()?;
                let end = self.here().end;
                self.expect(&Token::Sign(")"), "`)`")?;
                Ok(Node { kind: inner.kind, at: at.start..end })
            }
            _ => Err(self.unexpected()),
        }
    }

    fn call(&mut self, name: String, at: Range<usize>) -> Parsed {
        let mut arguments = Vec::new();
        if !matches!(self.peek(), Some(Token::Sign(")"))) {
            arguments.push(self.expression()?);
            while self.sign(",") {
                arguments.push(self.expression()?);
            }
        }
        let end = self.here().end;
        self.expect(&Token::Sign(")"), "`)`")?;
        let whole = at.start..end;
        Ok(Node { kind: NodeKind::Call(name, at, arguments), at: whole })
    }
}

fn unary(operator: Operator, start: usize, operand: Node) -> Node {
    let at = start..operand.at.end;
    Node { kind: NodeKind::Unary(operator, Box::new(operand)), at }
}

fn binary(operator: Operator, left: Node, right: Node) -> Node {
    let at = left.at.start..right.at.end;
    Node { kind: NodeKind::Binary(operator, Box::new([left, right])), at }
}
