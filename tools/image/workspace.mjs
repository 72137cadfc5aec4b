// What ships of this workspace: the apps that have an image, and for each the libraries that it needs.
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** The processes that have an image of their own, and what is built beside an app for it to serve. */
export const IMAGES = /** @type {const} */ ({
  api: ['apps/api', 'apps/console'],
  worker: ['apps/worker'],
  cli: ['apps/cli'],
});

/**
 * @typedef {{
 *   name: string, version: string, private?: boolean, type?: string, license?: string, engines?: object,
 *   exports?: unknown, main?: string, bin?: Record<string, string>, workspaces?: string[],
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   overrides?: Record<string, string | Record<string, string>>, scripts?: object, nx?: object,
 * }} Manifest
 */

/**
 * @param {string} folder below the root
 * @returns {Manifest}
 */
export function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/**
 * The folders of an image: its apps and the libraries that they depend on, in order and each once.
 * @param {keyof typeof IMAGES} image
 */
export function foldersOf(image) {
  return [...new Set(IMAGES[image].flatMap(neededBy))].sort();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function neededBy(folder) {
  const libraries = Object.keys(readManifest(folder).dependencies ?? {}).filter((name) => name.startsWith('@gable/'));
  return [folder, ...libraries.flatMap((name) => neededBy(name.replace('@gable/', 'libs/')))];
}

/**
 * The image that is named on the command line.
 * @param {string | undefined} name
 * @returns {keyof typeof IMAGES}
 */
export function readImage(name) {
  if (name !== undefined && Object.hasOwn(IMAGES, name)) return /** @type {keyof typeof IMAGES} */ (name);
  throw new Error(`expects an image (${Object.keys(IMAGES).join(', ')}), got ${name ?? 'nothing'}`);
}
