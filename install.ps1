# Installs the program `rooflight` on Windows from a release: finds the archive for this system, checks its sum, and copies the program.
#
#   irm https://github.com/rooflight/rooflight/releases/latest/download/install.ps1 | iex
#
# ROOFLIGHT_VERSION       the version, such as v0.2.0; the latest release by default
# ROOFLIGHT_INSTALL_DIR   the folder for the program; %LOCALAPPDATA%\Programs\rooflight by default
# ROOFLIGHT_DOWNLOAD_URL  the folder that holds the archives and SHA256SUMS, in place of the release's
#
# Writes nothing but the program, and only after its sum was right. Everything is in one block, so that a part of this file does nothing.
& {
    Set-StrictMode -Version Latest
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue'
    $repository = 'https://github.com/rooflight/rooflight'

    # The name of this system in the names of the archives.
    function Get-Target {
        $machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
        switch ($machine) {
            'AMD64' { 'x86_64-pc-windows-msvc' }
            'ARM64' { 'aarch64-pc-windows-msvc' }
            default { throw "install.ps1: there is no archive for ${machine}: compile it, as the README says" }
        }
    }

    # Downloads an address, or copies a file whose address begins with file:///.
    function Receive-File($From, $To) {
        $address = [Uri]$From
        if ($address.IsFile) { Copy-Item -LiteralPath $address.LocalPath -Destination $To; return }
        if ($address.Scheme -ne 'https') { throw "install.ps1: $From is not an https address" }
        Invoke-WebRequest -UseBasicParsing -Uri $From -OutFile $To
    }

    # The version of the latest release.
    function Get-Latest {
        $found = Invoke-RestMethod -UseBasicParsing -Uri 'https://api.github.com/repos/rooflight/rooflight/releases/latest'
        $found.tag_name
    }

    $version = if ($env:ROOFLIGHT_VERSION) { $env:ROOFLIGHT_VERSION } else { Get-Latest }
    $name = "rooflight-$version-$(Get-Target)"
    $from = if ($env:ROOFLIGHT_DOWNLOAD_URL) { $env:ROOFLIGHT_DOWNLOAD_URL } else { "$repository/releases/download/$version" }
    $into = if ($env:ROOFLIGHT_INSTALL_DIR) { $env:ROOFLIGHT_INSTALL_DIR } else { "$env:LOCALAPPDATA\Programs\rooflight" }
    $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        Receive-File "$from/SHA256SUMS" "$work\SHA256SUMS"
        Receive-File "$from/$name.zip" "$work\$name.zip"
        $wanted = Get-Content "$work\SHA256SUMS" |
            ForEach-Object { $sum, $file = $_ -split '\s+\*?', 2; if ($file -eq "$name.zip") { $sum } }
        if (-not $wanted) { throw "install.ps1: SHA256SUMS does not name $name.zip" }
        $sum = (Get-FileHash -Algorithm SHA256 "$work\$name.zip").Hash
        if ($sum -ne $wanted) { throw "install.ps1: the sum of $name.zip is wrong: nothing was installed" }
        Expand-Archive -Path "$work\$name.zip" -DestinationPath $work
        New-Item -ItemType Directory -Force -Path $into | Out-Null
        Copy-Item -Force "$work\$name\rooflight.exe" "$into\rooflight.exe"
        $said = & "$into\rooflight.exe" --version
        Write-Output "installed $said as $into\rooflight.exe"
        if (($env:PATH -split ';') -notcontains $into) {
            Write-Output "$into is not on your PATH: add it in the settings of Windows, or for this window with"
            Write-Output "  `$env:PATH += ';$into'"
        }
    } finally {
        Remove-Item -Recurse -Force $work
    }
}
