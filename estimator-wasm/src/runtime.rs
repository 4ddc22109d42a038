//! What a module without the standard library needs: an allocator, and an end for a panic.

#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// No input makes a module panic. If one did, the module would trap, and the page would keep its last result.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
