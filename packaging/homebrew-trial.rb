# Runs a formula's `install` without Homebrew: `ruby packaging/homebrew-trial.rb FORMULA PREFIX`, in the unpacked archive.
#
# Defines the few words of Homebrew that the formula uses. Copies files below PREFIX; fetches nothing. `cargo xtask dist --try` runs it.
require "fileutils"
require "pathname"

formula, prefix = ARGV.map { |path| File.expand_path(path) }

# A folder below the prefix that files are installed into, under their own or a given name.
class Keg
  def initialize(folder)
    @folder = folder
  end

  def install(*files)
    FileUtils.mkdir_p(@folder)
    files.flatten.each do |file|
      pairs = file.is_a?(Hash) ? file : { file => File.basename(file) }
      pairs.each { |from, to| FileUtils.cp(from, File.join(@folder, to), preserve: true) }
    end
  end
end

class Formula
  class << self
    def desc(*); end
    def homepage(*); end
    def version(*); end
    def license(*); end
    def url(*); end
    def sha256(*); end
    def test; end
    def on_macos = yield
    def on_linux = yield
    def on_arm = yield
    def on_intel = yield
  end

  FOLDERS = {
    bin: "bin",
    man1: "share/man/man1",
    bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions",
    fish_completion: "share/fish/vendor_completions.d",
  }.freeze
  FOLDERS.each { |name, folder| define_method(name) { Keg.new(File.join(ARGV[1], folder)) } }
end

ARGV[1] = prefix
load formula
Rooflight.new.install
