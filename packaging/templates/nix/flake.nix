# Made from the archives of v{{version}}; their programs for Linux are static, so that none needs a patch.
{
  description = "Static site generator for glossaries that estimate how fast language models run";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      archives = {
        x86_64-linux = { url = "{{url:linux-x86_64}}"; sha256 = "{{sha256:linux-x86_64}}"; };
        aarch64-linux = { url = "{{url:linux-aarch64}}"; sha256 = "{{sha256:linux-aarch64}}"; };
        x86_64-darwin = { url = "{{url:macos-x86_64}}"; sha256 = "{{sha256:macos-x86_64}}"; };
        aarch64-darwin = { url = "{{url:macos-aarch64}}"; sha256 = "{{sha256:macos-aarch64}}"; };
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenvNoCC.mkDerivation {
          pname = "rooflight";
          version = "{{version}}";
          src = pkgs.fetchurl archive;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          dontStrip = true;
          installPhase = ''
            install -Dm755 rooflight $out/bin/rooflight
            installManPage man/*.1
            installShellCompletion --cmd rooflight --bash completions/rooflight.bash \
              --zsh completions/_rooflight --fish completions/rooflight.fish
          '';
          meta = {
            homepage = "https://github.com/rooflight/rooflight";
            license = with pkgs.lib.licenses; [ mit asl20 ofl ];
            mainProgram = "rooflight";
            sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
          };
        };
    in {
      packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
    };
}
