# Sourced by ./pcr and ./test: what a fresh Debian machine lacks, and the build.
# The caller has set `root` (the project's folder). Quiet: one line per step that had work to do.

build_packages="g++ libjpeg62-turbo-dev libspng-dev libwebp-dev zlib1g-dev flatbuffers-compiler"
test_packages="libjpeg-turbo-progs lmdb-utils nginx-light python3-pil python3-zstandard zstd"
native_fuzz_packages="clang libclang-rt-14-dev"
python_packages="nasm python3-venv"
long_test_packages="chromium g++-aarch64-linux-gnu libzstd-dev qemu-user valgrind $native_fuzz_packages"

say() { printf 'pcr: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 3
}

# Prints those of the named Debian packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" in
      installed) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# Installs what is missing of the named packages, as root or through sudo; else says what to install.
need_packages() {
  local missing as_root=
  command -v dpkg-query >/dev/null || die "this needs Debian's packages: $*; install their equivalents and build with 'mvn package'"
  missing=$(missing_packages "$@")
  [ -z "$missing" ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      die "these packages are missing and need rights to install; run: sudo apt-get install $missing"
    fi
    as_root="sudo -n"
  fi
  say "installing $missing"
  mkdir -p "$root/.pcr-setup"
  local log="$root/.pcr-setup/apt.log"
  # Of several that install at once, one does and the others wait: apt-get itself would fail.
  if ! { flock 8 && $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null 8<"$(command -v apt-get)"; then
    tail -n 5 "$log" >&2
    die "the packages could not be installed (the whole log: $log); by hand: apt-get install $missing"
  fi
}

# TensorFlow from PyPI in a virtual environment of its own, for the tests that compare with it; a minute and 1 GB, once.
need_tensorflow() {
  local wanted="$root/conformance-tests/src/test/python/requirements.txt" venv="$root/.pcr-setup/venv"
  cmp -s "$wanted" "$venv/requirements.txt" && return 0
  need_packages python3-venv
  say "installing TensorFlow"
  rm -rf "$venv"
  local log="$root/.pcr-setup/venv.log"
  mkdir -p "$root/.pcr-setup"
  if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --no-compile -r "$wanted"; } >"$log" 2>&1 </dev/null; then
    tail -n 5 "$log" >&2
    die "TensorFlow could not be installed (the whole log: $log)"
  fi
  # A quarter of it is for building extensions.
  rm -rf "$venv"/lib/python3*/site-packages/tensorflow/include
  cp "$wanted" "$venv/requirements.txt"
}

# What builds the Python package; python/test makes the virtual environment. Cargo fetches libraries' sources, and may be another's.
need_python() {
  need_packages $build_packages $python_packages
  command -v cargo >/dev/null || [ -x "$HOME/.cargo/bin/cargo" ] || need_packages "$(cargo_package)"
}

# Debian 12 has a newer cargo under another name; its usual one cannot read today's index of packages.
cargo_package() {
  [ "$(. /etc/os-release && echo "${VERSION_ID-}")" = 12 ] && echo cargo-web || echo cargo
}

need_java() {
  command -v javac >/dev/null && command -v mvn >/dev/null ||
    die "JDK 17 and Maven are needed first; on Debian: apt-get install openjdk-17-jdk-headless maven"
}

# Where no locale is set, as in containers and cron, Java takes file names for ASCII and cannot name others at all.
utf8_names() {
  [ "$(locale charmap 2>/dev/null)" != ANSI_X3.4-1968 ] || export LC_ALL=C.UTF-8
}

# True when nothing that goes into the command line is newer than its last build.
is_built() {
  local stamp="$root/pcr-tools/target/pcr.args"
  [ -f "$stamp" ] && [ -z "$(find "$root"/pom.xml "$root"/scripts "$root"/spec/schemas "$root"/pcr-*/pom.xml \
    "$root"/native "$root"/pcr-*/src/main -newer "$stamp" -print -quit 2>/dev/null)" ]
}

# Builds the command line and writes pcr.args, the JVM's arguments for it; its own time is the time the build began.
build() {
  local log="$root/.pcr-setup/build.log" target="$root/pcr-tools/target" begun
  need_java
  need_packages $build_packages
  mkdir -p "$root/.pcr-setup"
  say "building (about a minute; later calls skip this)"
  begun="$root/.pcr-setup/begun"
  : >"$begun"
  rm -rf "$target/lib" "$target/native" "$target/pcr.args" "$target/pcr.jsa"
  if ! (cd "$root" && mvn -B -q package -DskipTests -pl pcr-tools -am) >"$log" 2>&1 </dev/null; then
    grep -m 5 -E 'ERROR|error:' "$log" >&2 || tail -n 5 "$log" >&2
    die "the build failed (the whole log: $log)"
  fi
  local classpath
  classpath=$(ls "$target"/pcr-tools-*.jar "$target"/lib/*.jar | tr '\n' ':')
  # ParallelGC left alone takes gigabytes rather than a hundredth of the time: a twentieth does with a fifth of the memory
  # where images are many and tiny, and is no slower.
  # JavaCPP tells native libraries of two builds apart by their size alone, as all files of our jars have the same
  # time: so each build unpacks its own (elsewhere, where this cannot be written).
  printf '%s\n' -XX:+UseParallelGC -XX:GCTimeRatio=19 -XX:-UsePerfData -Xshare:auto "-XX:SharedArchiveFile=\"$target/pcr.jsa\"" \
    "-Dorg.bytedeco.javacpp.cachedir=\"$target/native\"" -cp "\"${classpath%:}\"" >"$target/pcr.args.new"
  # An archive of loaded classes halves the start-up; without it everything works, slower.
  java "@$target/pcr.args.new" -XX:ArchiveClassesAtExit="$target/pcr.jsa" io.pcr.tools.Pcr --help >>"$log" 2>&1 || true
  touch -r "$begun" "$target/pcr.args.new"
  mv "$target/pcr.args.new" "$target/pcr.args"
}

# Builds unless up to date; of several callers at once one builds and the others wait.
need_build() {
  is_built && return 0
  { mkdir -p "$root/.pcr-setup" && exec 9>"$root/.pcr-setup/lock"; } 2>/dev/null ||
    die "$root: no right to write here, and what is built, if anything, is older than the sources"
  flock 9
  is_built || build
  exec 9>&-
}
