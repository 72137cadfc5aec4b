// Builds the images with buildah, which needs no daemon, and reads what they are set to.
import path from 'node:path';
import { root } from '../../image/workspace.mjs';
import { isInstalled, output, quietly } from './programs.mjs';

/**
 * What an image says of how it is run.
 * @typedef {{
 *   User: string, Env: string[], Cmd: string[] | null, Entrypoint: string[] | null, WorkingDir: string,
 *   Volumes: Record<string, object> | null, StopSignal?: string,
 *   Healthcheck?: { Test: string[], Interval: number, Timeout: number, StartPeriod: number },
 * }} ImageConfig
 */

const BASE = 'docker.io/library/node:24-bookworm-slim';

/** Names every program that is missing, and how to get it. */
export function requirePrograms() {
  const missing = ['buildah', 'runc', 'unshare', 'ip', 'mmdebstrap'].filter((program) => !isInstalled(program));
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} missing: apt-get update && ` +
        'apt-get install -y --no-install-recommends buildah runc mmdebstrap iproute2',
    );
  if (process.getuid?.() !== 0) throw new Error('building and running images needs root');
}

/** Has the base image here: from its registry, or a stand-in where none is reached. */
export function provideBase() {
  const here = output('buildah', 'images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(BASE);
  if (!here) {
    try {
      quietly('buildah', ['pull', '--quiet', BASE]);
    } catch {
      quietly(path.join(import.meta.dirname, 'stand-in-base.sh'), ['24']);
    }
  }
  const labels = output('buildah', 'inspect', '--type', 'image', '--format', '{{.Docker.Config.Labels}}', BASE);
  return labels.includes('gable.stand-in')
    ? 'a stand-in for node:24-bookworm-slim, from Debian and npm: no image registry is reached'
    : BASE;
}

/** @param {string} image such as `api` */
export function buildImage(image) {
  quietly(
    'buildah',
    [
      ...['bud', '--format', 'docker', '--pull-never', '--isolation', 'chroot', '--network', 'host', '--layers'],
      ...['--ignorefile', 'docker/Dockerfile.dockerignore', '-f', 'docker/Dockerfile'],
      ...['--target', image, '-t', tagOf(image), '.'],
    ],
    { cwd: root },
  );
}

/**
 * @param {string} image
 * @returns {ImageConfig}
 */
export function readImageConfig(image) {
  return JSON.parse(output('buildah', 'inspect', '--type', 'image', tagOf(image))).Docker.config;
}

/**
 * Megabytes of an image, and of it those beyond the base image, unpacked.
 * @param {string} image
 */
export function sizeOf(image) {
  const megabytes = (/** @type {string} */ name) => {
    const [amount = '0', unit] = output('buildah', 'images', '--format', '{{.Size}}', name).split(' ');
    return Number(amount) * (unit === 'GB' ? 1_000 : unit === 'KB' ? 0.001 : 1);
  };
  const whole = megabytes(tagOf(image));
  return { whole, own: whole - megabytes(BASE) };
}

/**
 * A root file system of an image, to look into and to run: unmount it with the returned function.
 * @param {string} image
 */
export function mountImage(image) {
  const container = output('buildah', 'from', '--pull-never', tagOf(image));
  const folder = output('buildah', 'mount', container);
  return { folder, remove: () => void output('buildah', 'rm', container) };
}

/** @param {string} image */
function tagOf(image) {
  return `localhost/gable-${image}`;
}
