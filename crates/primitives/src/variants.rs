//! Enums that list their variants, with one line per variant and its data.

/// Declares an enum and `ALL`, its variants in order of declaration.
///
/// With columns in brackets after the enum's name, each variant has a row: the value of the only column, or a tuple of
/// one value for each. A method named like the column returns the value; a module that never calls it carries none of
/// the column.
#[macro_export]
macro_rules! variants {
    (@column $all:tt { $($variant:ident = $row:expr,)* } $(#[$about:meta])* $vis:vis $column:ident: $type:ty) => {
        $(#[$about])*
        #[must_use]
        #[allow(unused_parens, unused_variables, reason = "a row may have one column, or others")]
        $vis const fn $column(self) -> $type {
            match self { $(Self::$variant => { let $all = $row; $column })* }
        }
    };
    (@columns $all:tt $rows:tt $($(#[$about:meta])* $vis:vis $column:ident: $type:ty,)*) => {
        $($crate::variants! { @column $all $rows $(#[$about])* $vis $column: $type })*
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$about:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        $vis enum $name { $($(#[$about])* $variant,)* }

        #[allow(dead_code, reason = "not everyone walks the list")]
        impl $name {
            /// Every variant, in order of declaration.
            $vis const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];
        }
    };
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident [
            $($(#[$column_about:meta])* $column_vis:vis $column:ident: $type:ty),* $(,)?
        ] { $($(#[$about:meta])* $variant:ident = $row:expr,)* }
    ) => {
        $crate::variants! { $(#[$meta])* $vis enum $name { $($(#[$about])* $variant,)* } }

        impl $name {
            $crate::variants! {
                @columns ($($column),*) { $($variant = $row,)* }
                $($(#[$column_about])* $column_vis $column: $type,)*
            }
        }
    };
}
