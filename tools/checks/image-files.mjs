// Proves what an image holds, without building one: copies the image's files as docker/Dockerfile does, looks for what
// only specs, benches and checks need, and runs the command line from the copy.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const UNWANTED =
  /^apps\/(bench|verify)\/|^libs\/testing\/|\/dist\/testing\/|\.spec\.|^(apps|libs)\/[^/]+\/src\/|^apps\/console\/(?!dist\/|package\.json$)|^tools\/(?!build\.mjs$)/;
const image = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-image-'));

try {
  const dockerfile = fs.readFileSync(path.join(root, 'docker/Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY --from=build (\S+)/gm)].map(([, source]) => source);
  if (copied.join() !== '/image,/gable/node_modules')
    throw new Error(`docker/Dockerfile copies ${copied.join(', ')} instead of /image and node_modules`);
  execFileSync(process.execPath, [path.join(root, 'tools/image-files.mjs'), image], { stdio: 'inherit' });
  const files = fs
    .readdirSync(image, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(image, path.join(entry.parentPath, entry.name)));
  const unwanted = files.filter((file) => UNWANTED.test(file));
  if (unwanted.length > 0) throw new Error(`an image would hold ${unwanted.join(', ')}`);
  if (!files.includes('apps/console/dist/index.html')) throw new Error('an image would hold no console');
  runFromCopy();
  console.log(`${files.length} files, nothing that only specs, benches and checks need; no image was built`);
} finally {
  fs.rmSync(image, { recursive: true, force: true });
}

/** The copy has to be whole: the command line and both servers load with the libraries of the copy alone. */
function runFromCopy() {
  const modules = path.join(image, 'node_modules');
  fs.mkdirSync(path.join(modules, '@gable'), { recursive: true });
  for (const entry of fs.readdirSync(path.join(root, 'node_modules')))
    if (!['@gable', '.cache', 'typescript7'].includes(entry))
      fs.symlinkSync(path.join(root, 'node_modules', entry), path.join(modules, entry));
  for (const library of fs.readdirSync(path.join(image, 'libs')))
    fs.symlinkSync(path.join('..', '..', 'libs', library), path.join(modules, '@gable', library));
  const help = execFileSync(process.execPath, [path.join(image, 'apps/cli/bin/gable.mjs'), '--help'], {
    cwd: image,
    encoding: 'utf8',
  });
  if (!help.includes('ingest')) throw new Error(`gable --help says:\n${help}`);
  for (const app of ['api', 'worker'])
    execFileSync(process.execPath, ['--check', path.join(image, 'apps', app, 'dist/main.js')]);
}
