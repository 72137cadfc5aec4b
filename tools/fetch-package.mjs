import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Installs one version of a package into an empty folder, with its install script, for which npm wants leave by name.
 * Answers where it is.
 * @param {string} name
 * @param {string} version
 * @param {string} folder
 */
export function fetchPackage(name, version, folder) {
  fs.writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [name]: true } }),
  );
  npm(['install', '--no-save', '--no-package-lock', `${name}@${version}`], folder);
  return path.join(folder, 'node_modules', name);
}

/**
 * The newest version of a package that begins so.
 * @param {string} name
 * @param {string} beginning
 * @param {string} folder
 */
export function newestVersion(name, beginning, folder) {
  /** @type {string[]} */
  const versions = JSON.parse(npm(['view', name, 'versions', '--json'], folder));
  const version = versions.filter((each) => each.startsWith(beginning)).at(-1);
  if (version === undefined) throw new Error(`npm has no ${name} of ${beginning}`);
  return version;
}

/**
 * @param {readonly string[]} args
 * @param {string} folder
 */
function npm(args, folder) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
