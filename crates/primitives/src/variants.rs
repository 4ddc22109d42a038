//! Enums that list their variants, with one line per variant and its data.

/// Declares an enum and `ALL`, its variants in order of declaration. With a type after the enum's name, each variant
/// has a value of that type, which the private function `row` returns.
#[macro_export]
macro_rules! variants {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$about:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            /// Every variant, in order of declaration.
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
