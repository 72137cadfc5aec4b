#!/usr/bin/env bash
# Makes a stand-in for node:<major>-bookworm-slim from Debian's packages and npm's own `node` package, for machines
# that reach no image registry. Usage: stand-in-base.sh 24. Needs root, buildah and mmdebstrap.
set -euo pipefail
major=$1
image=docker.io/library/node:${major}-bookworm-slim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$work/root.tar"
mkdir "$work/npm"
echo '{ "private": true, "allowScripts": { "node": true } }' >"$work/npm/package.json"
npm install --prefix "$work/npm" --no-save "node@$major" npm@11 >/dev/null
container=$(buildah from scratch)
buildah add --quiet "$container" "$work/root.tar" / >/dev/null
mount=$(buildah mount "$container")
install -m 755 "$work/npm/node_modules/node/bin/node" "$mount/usr/local/bin/node"
mkdir -p "$mount/usr/local/lib/node_modules"
cp -r "$work/npm/node_modules/npm" "$mount/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$mount/usr/local/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$mount/usr/local/bin/npx"
# This machine's certificates and npm settings, so that npm reaches its registry during a build.
cp -L /etc/ssl/certs/ca-certificates.crt "$mount/etc/ssl/certs/ca-certificates.crt"
for file in /etc/npmrc /usr/local/etc/npmrc; do
  [ ! -f "$file" ] || install -D -m 644 "$file" "$mount$file"
done
chroot "$mount" /bin/sh -c 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node'
buildah umount "$container" >/dev/null
buildah config --label gable.stand-in=true --cmd node \
  --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit --quiet --rm "$container" "$image" >/dev/null
