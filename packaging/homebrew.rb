# Made from the archives of v{{version}}.
class Rooflight < Formula
  desc "Static site generator for glossaries that estimate how fast language models run"
  homepage "https://github.com/rooflight/rooflight"
  version "{{version}}"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "OFL-1.1"]

  on_macos do
    on_arm do
      url "{{url:macos-aarch64}}"
      sha256 "{{sha256:macos-aarch64}}"
    end
    on_intel do
      url "{{url:macos-x86_64}}"
      sha256 "{{sha256:macos-x86_64}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url:linux-aarch64}}"
      sha256 "{{sha256:linux-aarch64}}"
    end
    on_intel do
      url "{{url:linux-x86_64}}"
      sha256 "{{sha256:linux-x86_64}}"
    end
  end

  def install
    bin.install "rooflight"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/rooflight.bash" => "rooflight"
    zsh_completion.install "completions/_rooflight"
    fish_completion.install "completions/rooflight.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rooflight --version")
    assert_match "tokens/s", shell_output("#{bin}/rooflight estimate 'RTX 4090' 'Qwen3 32B'")
  end
end
