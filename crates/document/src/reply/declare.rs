//! Types with an encoding as JSON and a declaration in TypeScript.
//!
//! Structs become objects; enums become unions of objects with the discriminant `kind`. Numbers are integers, since
//! pages get every quantity as printed text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A type that replies may contain.
pub trait Reply {
    /// Appends the value as JSON.
    fn write(&self, out: &mut String);

    /// The type as a TypeScript expression: `string`.
    fn typescript() -> String;
}

/// Encodes a value as JSON.
#[must_use]
pub fn json(value: &impl Reply) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

impl Reply for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for character in self.chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\0'..=' ' if character != ' ' => {
                    out.push_str("\\u00");
                    for digit in [character as u32 >> 4, character as u32 & 15] {
                        out.push(char::from_digit(digit, 16).unwrap_or('0'));
                    }
                }
                _ => out.push(character),
            }
        }
        out.push('"');
    }

    fn typescript() -> String {
        String::from("string")
    }
}

impl Reply for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }

    fn typescript() -> String {
        str::typescript()
    }
}

impl<T: Reply + ?Sized> Reply for &T {
    fn write(&self, out: &mut String) {
        (*self).write(out);
    }

    fn typescript() -> String {
        T::typescript()
    }
}

impl Reply for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }

    fn typescript() -> String {
        String::from("boolean")
    }
}

impl Reply for u32 {
    fn write(&self, out: &mut String) {
        if *self > 9 {
            (*self / 10).write(out);
        }
        out.push(char::from_digit(*self % 10, 10).unwrap_or('0'));
    }

    fn typescript() -> String {
        String::from("number")
    }
}

impl<T: Reply> Reply for Vec<T> {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (at, item) in self.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            item.write(out);
        }
        out.push(']');
    }

    fn typescript() -> String {
        format!("{}[]", T::typescript())
    }
}

/// Declares a struct (`struct Name { field: Type, … }`) or a union (`enum Name { Variant "kind" { field: Type, … } …
/// }`) that is a [`Reply`](crate::reply::declare::Reply).
#[macro_export]
macro_rules! declare {
    ($(#[doc = $doc:literal])* struct $name:ident { $($(#[doc = $about:literal])* $field:ident: $type:ty,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $about])* pub $field: $type,)*
        }

        impl $crate::reply::declare::Reply for $name {
            fn write(&self, out: &mut alloc::string::String) {
                let mut before = "{";
                $(
                    out.push_str(before);
                    out.push_str(concat!("\"", stringify!($field), "\":"));
                    $crate::reply::declare::Reply::write(&self.$field, out);
                    before = ",";
                )*
                let _ = before;
                out.push('}');
            }

            fn typescript() -> alloc::string::String {
                alloc::string::String::from(stringify!($name))
            }
        }

        impl $name {
            /// The declaration of the type in TypeScript.
            #[must_use]
            pub fn declaration() -> alloc::string::String {
                let mut out = alloc::string::String::new();
                out.push_str(concat!("/**", $($doc,)* " */\nexport interface ", stringify!($name), " {\n"));
                $(
                    out.push_str(concat!("  /**", $($about,)* " */\n  ", stringify!($field), ": "));
                    out.push_str(&<$type as $crate::reply::declare::Reply>::typescript());
                    out.push_str(";\n");
                )*
                out.push_str("}\n");
                out
            }
        }
    };
    ($(#[doc = $doc:literal])* enum $name:ident {
        $($(#[doc = $case:literal])* $variant:ident $kind:literal { $($(#[doc = $about:literal])* $field:ident: $type:ty,)* },)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::large_enum_variant, reason = "a reply is made once and written at once")]
        pub enum $name {
            $($(#[doc = $case])* $variant { $($(#[doc = $about])* $field: $type,)* },)*
        }

        impl $crate::reply::declare::Reply for $name {
            fn write(&self, out: &mut alloc::string::String) {
                match self {
                    $(Self::$variant { $($field,)* } => {
                        out.push_str(concat!("{\"kind\":\"", $kind, "\""));
                        $(
                            out.push_str(concat!(",\"", stringify!($field), "\":"));
                            $crate::reply::declare::Reply::write($field, out);
                        )*
                    })*
                }
                out.push('}');
            }

            fn typescript() -> alloc::string::String {
                alloc::string::String::from(stringify!($name))
            }
        }

        impl $name {
            /// The declaration of the type in TypeScript.
            #[must_use]
            pub fn declaration() -> alloc::string::String {
                let mut out = alloc::string::String::new();
                out.push_str(concat!("/**", $($doc,)* " */\nexport type ", stringify!($name), " ="));
                $(
                    out.push_str(concat!("\n  /**", $($case,)* " */\n  | {\n      kind: \"", $kind, "\";\n"));
                    $(
                        out.push_str(concat!("      /**", $($about,)* " */\n      ", stringify!($field), ": "));
                        out.push_str(&<$type as $crate::reply::declare::Reply>::typescript());
                        out.push_str(";\n");
                    )*
                    out.push_str("    }");
                )*
                out.push_str(";\n");
                out
            }
        }
    };
}
