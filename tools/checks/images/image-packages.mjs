// Which packages an image may hold, reckoned from what its apps and libraries state and from the lock alone, and which
// it does hold.
import fs from 'node:fs';
import path from 'node:path';
import { foldersOf, root } from '../../image/workspace.mjs';

/**
 * @typedef {{
 *   name?: string, version?: string, link?: boolean, resolved?: string, optional?: boolean,
 *   dependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Locked
 */

/** @type {Record<string, Locked>} */
const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;

/**
 * Says how the packages of an image differ from what its apps need: nothing more, nothing less.
 * @param {keyof typeof import('../../image/workspace.mjs').IMAGES} image
 * @param {string} rootFolder of the image's file system
 * @returns {{ count: number, differences: string[] }}
 */
export function comparePackages(image, rootFolder) {
  const needed = neededPackages(foldersOf(image));
  const found = foundPackages(path.join(rootFolder, 'gable/node_modules'));
  return {
    count: found.size,
    differences: [
      ...[...found].filter((name) => !needed.has(name)).map((name) => `${name} is not needed`),
      ...[...needed].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
    ].sort(),
  };
}

/**
 * `name@version` of everything that the projects load, by the rules of Node: the nearest node_modules above.
 * @param {readonly string[]} folders
 */
function neededPackages(folders) {
  const places = new Set(folders);
  for (const place of places) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[place] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = locate(name, place);
      if (found === undefined) throw new Error(`the lock does not know ${name}, which ${place} needs`);
      if (lock[found]?.optional !== true) places.add(found);
    }
  }
  return new Set(
    [...places]
      .filter((place) => place.includes('node_modules/'))
      .map((place) => `${lock[place]?.name ?? nameOf(place)}@${lock[place]?.version}`),
  );
}

/**
 * @param {string} name
 * @param {string} from a place of the lock
 * @returns {string | undefined}
 */
function locate(name, from) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    const locked = lock[candidate];
    if (locked !== undefined) return locked.link === true ? locked.resolved : candidate;
    if (place === '') return undefined;
  }
}

/** @param {string} place */
function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * `name@version` of every package below a node_modules; the projects of the workspace are links and not counted.
 * @param {string} folder
 * @param {Set<string>} found
 */
function foundPackages(folder, found = new Set()) {
  for (const entry of fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : []) {
    const inside = path.join(folder, entry.name);
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    if (entry.name.startsWith('@')) {
      foundPackages(inside, found);
      continue;
    }
    const { name, version } = JSON.parse(fs.readFileSync(path.join(inside, 'package.json'), 'utf8'));
    found.add(`${name}@${version}`);
    foundPackages(path.join(inside, 'node_modules'), found);
  }
  return found;
}
