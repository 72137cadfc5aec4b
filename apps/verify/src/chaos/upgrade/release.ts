import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A built checkout whose processes can be started. */
export interface Release {
  readonly name: string;
  readonly root: string;
}

/** The compiled main file of an app of a release. */
export const entryOf = ({ root }: Release, app: 'api' | 'worker' | 'cli'): string =>
  path.join(root, 'apps', app, 'dist', 'main.js');

/** The library for specs of a release: it stores alerts as that release does. */
export const testingOf = ({ root }: Release): Promise<typeof import('@gable/testing')> =>
  import(pathToFileURL(path.join(root, 'libs', 'testing', 'dist', 'index.js')).href) as Promise<
    typeof import('@gable/testing')
  >;

/** The release before this one cannot be had here; the message says why. */
export class NoLastRelease extends Error {
  override readonly name = 'NoLastRelease';
}

const NAMED = /^Last release: `([0-9a-f]{40})`/m;

/**
 * Builds the commit that CHANGELOG.md names as the last release, in a folder of its own; a built one is used again.
 * @throws NoLastRelease where the history does not hold it
 */
export function buildLastRelease(root: string, folder: string, say: (line: string) => void): Release {
  const commit = NAMED.exec(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1];
  if (commit === undefined) throw new NoLastRelease('CHANGELOG.md names no commit as the last release.');
  if (git(root, 'cat-file', '-e', `${commit}^{commit}`).status !== 0) {
    const isShallow = git(root, 'rev-parse', '--is-shallow-repository').stdout.trim() === 'true';
    throw new NoLastRelease(
      `The last release, ${commit}, is not in this checkout${isShallow ? ', whose history is shallow' : ''}. ` +
        'Run git fetch --unshallow, or clone anew.',
    );
  }
  const release = { name: commit.slice(0, 7), root: path.join(folder, `gable-${commit}`) };
  if (fs.existsSync(path.join(release.root, BUILT))) return release;
  say(`building the last release, ${release.name} …`);
  fs.rmSync(release.root, { recursive: true, force: true });
  fs.mkdirSync(release.root, { recursive: true });
  unpack(root, commit, release.root);
  install(root, release.root, say);
  run(release.root, process.execPath, ['--input-type=module', '-e', BUILD]);
  fs.writeFileSync(path.join(release.root, BUILT), '');
  return release;
}

const BUILT = '.built';
const BUILD = `await (await import('./tools/build.mjs')).build();`;

const git = (root: string, ...args: string[]) =>
  spawnSync('git', ['-c', 'safe.directory=*', '-C', root, ...args], { encoding: 'utf8' });

function unpack(root: string, commit: string, folder: string): void {
  const archive = `${folder}.tar`;
  const { status, stderr } = git(root, 'archive', '--format=tar', '-o', archive, commit);
  if (status !== 0) throw new NoLastRelease(`git archive: ${stderr}`);
  run(folder, 'tar', ['-xf', archive]);
  fs.rmSync(archive);
}

/**
 * Uses the packages of this checkout where they are of the major versions that the release had; else npm installs the
 * release's own, which takes a minute and a registry.
 */
function install(root: string, folder: string, say: (line: string) => void): void {
  const differing = differingPackages(root, folder);
  if (differing.length > 0) {
    say(`npm ci for the last release: ${differing.length} packages differ, such as ${differing[0]} …`);
    return run(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  }
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  fs.mkdirSync(path.join(to, '@gable'), { recursive: true });
  for (const name of fs.readdirSync(from))
    if (name !== '@gable' && name !== '.cache') fs.symlinkSync(path.join(from, name), path.join(to, name));
  for (const group of ['apps', 'libs'])
    for (const name of fs.readdirSync(path.join(folder, group)))
      fs.symlinkSync(path.join(folder, group, name), path.join(to, '@gable', name));
}

/** Packages that run in the release and are here in another major version, or not at all. */
function differingPackages(root: string, folder: string): string[] {
  const [here, there] = [root, folder].map(
    (place) => (JSON.parse(fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8')) as LockFile).packages,
  ) as [LockFile['packages'], LockFile['packages']];
  return Object.entries(there).flatMap(([name, { version, link, dev }]) =>
    name.startsWith('node_modules/') && !link && !dev && major(here[name]?.version) !== major(version) ? [name] : [],
  );
}

const major = (version: string | undefined): string | undefined => version?.split('.')[0];

interface LockFile {
  readonly packages: Readonly<Record<string, { version?: string; link?: boolean; dev?: boolean }>>;
}

function run(cwd: string, program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${program} ${args[0]} in ${cwd} ended with ${status ?? String(error)}.`);
}
