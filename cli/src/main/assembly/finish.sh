#!/bin/sh
# The last step of the distribution, at package time: puts the command's jar in, completes maven/ with
# poms that stand alone, trains the start-up cache, and packs it all.
set -eu
dist=$1 jar=$2 version=$3 root=$4

cp "$jar" "$dist/lib/loadgen.jar"
chmod +x "$dist/bin/loadgen"

# The README is written for a checkout, where the launcher and the workloads lie elsewhere.
sed -e 's|\./loadgen |bin/loadgen |' -e 's|(examples/workloads)|(workloads)|' "$root/README.md" >"$dist/README.md"

# A driver project must not need any other repository for our artifacts: their parent comes along.
group=$dist/maven/dev/loadgen
mkdir -p "$group/loadgen-parent/$version"
cp "$root/pom.xml" "$group/loadgen-parent/$version/loadgen-parent-$version.pom"
cp "$root/drivers/api/pom.xml" "$group/loadgen-driver-api/$version/loadgen-driver-api-$version.pom"
cp "$root/drivers/testkit/pom.xml" \
  "$group/loadgen-driver-testkit/$version/loadgen-driver-testkit-$version.pom"
cp "$root/histograms/pom.xml" "$group/loadgen-histograms/$version/loadgen-histograms-$version.pom"
cp "$root/engine/pom.xml" "$group/loadgen-engine/$version/loadgen-engine-$version.pom"

# Trained by the launcher itself, so that it is made by the JDK that will use it.
rm -f "$dist/lib/loadgen.aot"
LOADGEN_JAVA_OPTS="-XX:AOTCacheOutput=$dist/lib/loadgen.aot -Xlog:aot=off -Xlog:cds=off" \
  LOADGEN_DRIVERS= "$dist/bin/loadgen" run --driver noop --operations 1000 --target 10k --json \
  --output "$dist/../aot-training" >/dev/null 2>"$dist/../aot-training.log" ||
  echo "the start-up cache could not be made: loadgen works, but starts more slowly" >&2
rm -rf "$dist/../aot-training"

tar -C "$(dirname "$dist")" -czf "$dist.tar.gz" "$(basename "$dist")"
