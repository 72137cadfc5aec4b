// npm run check -- images: builds the images and runs an installation from them as docker/compose.yaml says: migrate,
// API, worker and command line in containers of their own, a feed, a search, an alert, a signed webhook, the stop.
// Needs Linux, root, buildah, runc, Go for Compose's own loader, and a Java ≥ 21 for OpenSearch.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from '../build.mjs';
import { IMAGES } from '../image/workspace.mjs';
import {
  buildImage,
  mountImage,
  provideBase,
  readImageConfig,
  requirePrograms,
  sizeOf,
} from './images/build-image.mjs';
import { readCompose } from './images/compose-file.mjs';
import { comparePackages } from './images/image-packages.mjs';
import { expect, step } from './images/programs.mjs';
import { fetchOpenSearch } from './images/servers.mjs';

const NOT_SHOWN = `Not shown: the engine of Docker Compose itself (its networks, restarts, named volumes, \`init\`), the
images of PostgreSQL and OpenSearch (their servers run beside), and limits of processor and memory.`;

const images = /** @type {(keyof typeof IMAGES)[]} */ (Object.keys(IMAGES));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-images-'));
fs.chmodSync(folder, 0o711); // the servers run as nobody
/** @type {Partial<Record<keyof typeof IMAGES, ReturnType<typeof mountImage>>>} */
const mounted = {};

try {
  await step('what this check needs is installed', requirePrograms);
  await step('compose.yaml meets the Compose Specification', () => readCompose({ POSTGRES_PASSWORD: 'x' }));
  console.log(`  base: ${await step('the base image is here', provideBase)}`);
  for (const image of images) await step(`the image ${image} is built`, () => buildImage(image));
  for (const image of images) await step(`the image ${image} holds what it needs and no more`, () => inspect(image));
  await step('what runs beside is here', async () => {
    await build();
    await fetchOpenSearch();
  });
  play();
  console.log(`\nThe images run. ${NOT_SHOWN}`);
} finally {
  for (const image of images) mounted[image]?.remove();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** @param {keyof typeof IMAGES} image */
function inspect(image) {
  const root = (mounted[image] = mountImage(image)).folder;
  const { count, differences } = comparePackages(image, root);
  expect(differences.length === 0, `packages of ${image}: ${differences.join(', ')}`);
  const { User, Cmd, Entrypoint } = readImageConfig(image);
  expect(User === '1000:1000', `${image} runs as ${User}`);
  expect([...(Entrypoint ?? []), ...(Cmd ?? [])][0] === 'node', `${image} starts a shell`);
  const { whole, own } = sizeOf(image);
  console.log(`  ${count} packages, ${whole} MB, ${own} MB of it beyond the base`);
}

/** In a network with nothing but a loopback, and so that everything that it starts ends with it. */
function play() {
  const roots = JSON.stringify(Object.fromEntries(images.map((image) => [image, mounted[image]?.folder])));
  const story = path.join(import.meta.dirname, 'images/installation.mjs');
  const own = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const { status } = spawnSync('unshare', [...own, process.execPath, story, folder, roots], { stdio: 'inherit' });
  expect(status === 0, 'the installation does not run as it should');
}
