# Read by scripts: sets java to that of an installed JDK 25 or newer, or ends them with one sentence.

# The release file tells a JDK's version without starting it.
new_enough() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${version:-0}" -ge 25 ]
}

java=
on_path=$(command -v java || true)
[ -z "$on_path" ] || on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
for jdk in "${JAVA25_HOME:-}" "${JAVA_HOME:-}" "${on_path%/bin/java}" \
  /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* \
  /Library/Java/JavaVirtualMachines/*/Contents/Home; do
  if [ -n "$jdk" ] && new_enough "$jdk"; then
    java=$jdk/bin/java
    break
  fi
done
if [ -z "$java" ]; then
  echo "loadgen: needs Java 25 or newer: install one (for example Temurin 25), or set JAVA25_HOME" >&2
  exit 1
fi
