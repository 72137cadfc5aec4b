// node tools/image-files.mjs DESTINATION: copies what an image holds of this repository, built: the apps that ship,
// the libraries they need, and their compiled files. No benches, checks, specs or what only these need.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const SHIPPED_APPS = ['api', 'worker', 'cli', 'console'];
const LEFT_OUT =
  /^(src|node_modules|coverage|tsconfig[^/]*|[^/]*\.tsbuildinfo|README\.md|CHANGELOG\.md|browser|public|tools|artifacts|index\.html|vite\.config\.ts)$|^dist\/testing$|\.spec\./;

const destination = process.argv[2];
if (destination === undefined) throw new Error('Usage: node tools/image-files.mjs DESTINATION');
const folders = new Set(SHIPPED_APPS.flatMap((app) => neededBy(`apps/${app}`)));
for (const folder of [...folders].sort()) {
  if (!fs.existsSync(path.join(root, folder, 'dist'))) throw new Error(`${folder} is not built`);
  fs.cpSync(path.join(root, folder), path.join(destination, folder), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(path.relative(path.join(root, folder), source)),
  });
}
for (const file of ['package.json', 'LICENSE', 'tools/build.mjs'])
  fs.cpSync(path.join(root, file), path.join(destination, file));
console.log(`${[...folders].sort().join(' ')} → ${destination}`);

/**
 * A project and the libraries of the workspace that it depends on.
 * @param {string} folder
 * @returns {string[]}
 */
function neededBy(folder) {
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const libraries = Object.keys(dependencies).filter((name) => name.startsWith('@gable/'));
  return [folder, ...libraries.flatMap((name) => neededBy(name.replace('@gable/', 'libs/')))];
}
