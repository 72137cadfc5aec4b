// node tools/image/manifests.mjs DESTINATION: what npm needs to install, apart from the sources, so that an image's
// packages are only installed anew when a package.json or the lock changes. DESTINATION/build is for the build,
// DESTINATION/api, worker and cli for what ships: the packages that these apps and their libraries state, no others.
import fs from 'node:fs';
import path from 'node:path';
import { foldersOf, IMAGES, readManifest, root } from './workspace.mjs';

const [, , destination = ''] = process.argv;
if (destination === '') throw new Error('usage: node tools/image/manifests.mjs DESTINATION');
const whole = readManifest('.');

writeForBuild('.');
for (const folder of ['apps', 'libs'].flatMap((area) =>
  fs.readdirSync(path.join(root, area)).map((name) => `${area}/${name}`),
))
  if (fs.existsSync(path.join(root, folder, 'package.json'))) writeForBuild(folder);
writeForBuild('tools');

for (const image of /** @type {(keyof typeof IMAGES)[]} */ (Object.keys(IMAGES))) {
  const folders = foldersOf(image);
  write(image, '.', shippedRoot(folders));
  for (const folder of folders) {
    const { scripts, nx, devDependencies, dependencies, ...shipped } = readManifest(folder);
    write(image, folder, { ...shipped, dependencies: withoutTypes(dependencies) });
  }
}
for (const part of ['build', ...Object.keys(IMAGES)])
  for (const file of ['package-lock.json', '.npmrc'])
    fs.copyFileSync(path.join(root, file), path.join(destination, part, file));

/**
 * Types are for those who compile against a library; no process reads them.
 * @param {Record<string, string>} [dependencies]
 */
function withoutTypes(dependencies = {}) {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith('@types/')));
}

/**
 * A changed script or target installs nothing anew.
 * @param {string} folder
 */
function writeForBuild(folder) {
  const { scripts, nx, ...manifest } = readManifest(folder);
  write('build', folder, manifest);
}

/**
 * The root states no packages of its own: each app and library states what it needs.
 * @param {string[]} workspaces
 * @returns {import('./workspace.mjs').Manifest}
 */
function shippedRoot(workspaces) {
  const { name, version, type, license, engines, dependencies, devDependencies, overrides = {} } = whole;
  /** @type {Record<string, string>} */
  const stated = { ...devDependencies, ...dependencies };
  // "$name" in an override is the version that the root states; it has to stand there itself.
  const resolved = JSON.parse(
    JSON.stringify(overrides, (_, value) =>
      typeof value === 'string' && value.startsWith('$') ? stated[value.slice(1)] : value,
    ),
  );
  return { name, version, private: true, type, license, engines, workspaces, overrides: resolved };
}

/**
 * @param {string} part
 * @param {string} folder
 * @param {object} manifest
 */
function write(part, folder, manifest) {
  const file = path.join(destination, part, folder, 'package.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}
