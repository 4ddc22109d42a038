//! Enums whose variants are listed: a variant is one line, with its words beside it.

/// Declares an enum and `ALL`, its variants in the order of their declaration. With a type after the name, each variant
/// has a value of it, which the private function `row` gives.
#[macro_export]
macro_rules! variants {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$about:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            /// Every one, in the order of the declaration.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];
        }
    };
    ($(#[$meta:meta])* pub enum $name:ident: $row:ty { $($(#[$about:meta])* $variant:ident = $value:expr,)* }) => {
        $crate::variants! { $(#[$meta])* pub enum $name { $($(#[$about])* $variant,)* } }

        impl $name {
            const fn row(self) -> $row {
                match self { $(Self::$variant => $value),* }
            }
        }
    };
}
