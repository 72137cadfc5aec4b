// Proves which files of the workspace the images hold, without building one (that is images.mjs): copies them as
// docker/Dockerfile does, looks for what only specs, benches and checks need, and runs the command line from the copy.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { foldersOf, IMAGES, root } from '../image/workspace.mjs';

const WANTED =
  /^apps\/(api|worker|cli|console)\/dist\/.+$|^(apps|libs)\/(?!testing\/)[^/]+\/package\.json$|^(package\.json|package-lock\.json|\.npmrc|LICENSE)$/;
const UNWANTED = /\.spec\.|\.d\.ts$|\.map$|testing/;
const images = /** @type {(keyof typeof IMAGES)[]} */ (Object.keys(IMAGES));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-image-'));

try {
  run('manifests.mjs', folder);
  for (const image of images) run('files.mjs', image, path.join(folder, image));
  for (const image of images) inspect(image);
  runFromCopies();
  console.log('no image was built: npm run check -- images does that');
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 */
function run(tool, ...args) {
  execFileSync(process.execPath, [path.join(root, 'tools/image', tool), ...args], { stdio: ['ignore', 'ignore', 2] });
}

/** @param {keyof typeof IMAGES} image */
function inspect(image) {
  const files = fs
    .readdirSync(path.join(folder, image), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, image), path.join(entry.parentPath, entry.name)));
  const unwanted = files.filter((file) => !WANTED.test(file) || UNWANTED.test(file));
  if (unwanted.length > 0) throw new Error(`the image ${image} would hold ${unwanted.join(', ')}`);
  const stated = foldersOf(image).flatMap((project) => statedBy(image, project));
  if (stated.some((name) => name.startsWith('@types/'))) throw new Error(`the image ${image} would hold types`);
  if (stated.some((name) => name === '@gable/testing')) throw new Error(`the image ${image} would hold @gable/testing`);
  if (image === 'api' && !files.includes('apps/console/dist/index.html'))
    throw new Error('the image api would hold no console');
  console.log(`${image}: ${files.length} files, ${new Set(stated).size} packages stated`);
}

/**
 * What a project of an image states to npm: nothing for development.
 * @param {string} image
 * @param {string} project
 * @returns {string[]}
 */
function statedBy(image, project) {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, image, project, 'package.json'), 'utf8'));
  if (manifest.devDependencies !== undefined) throw new Error(`${image}: ${project} states devDependencies`);
  return Object.keys(manifest.dependencies ?? {});
}

/** The copies have to be whole: the command line and both servers load without the libraries beside them. */
function runFromCopies() {
  for (const image of images) {
    const modules = path.join(folder, image, 'node_modules');
    fs.mkdirSync(modules);
    for (const entry of fs.readdirSync(path.join(root, 'node_modules')))
      if (!['@gable', '.cache', 'typescript7', 'rolldown'].includes(entry))
        fs.symlinkSync(path.join(root, 'node_modules', entry), path.join(modules, entry));
    execFileSync(process.execPath, ['--check', path.join(folder, image, 'apps', image, 'dist/main.js')]);
  }
  const cli = path.join(folder, 'cli');
  const help = execFileSync(process.execPath, ['apps/cli/dist/main.js', '--help'], { cwd: cli, encoding: 'utf8' });
  if (!help.includes('ingest')) throw new Error(`gable --help says:\n${help}`);
}
