import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { VERSION } from './layout.js';
import { OpenSearchStartError } from './start-error.js';
import { unzip } from './unzip.js';

// The project's own minimal distribution: a full server, no security plugin, no bundled Java.
const SHA512 =
  'b82066a97902879c47e26608848d068c09e74d2128edee2802e622867abd451d' +
  '34a366acc6519d0b40fc97acc89d61c5bb330ab8b2086cf6ffa0f9fe4b9acaa4';
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${VERSION}:zip`;
const ARTIFACT_PATH = `org/opensearch/distribution/integ-test-zip/opensearch/${VERSION}/opensearch-${VERSION}.zip`;

/**
 * Fetches and unpacks the server where it is missing. Whatever the source, the file must be the one this code was
 * written for.
 * @throws OpenSearchStartError
 */
export async function install(dist: string): Promise<void> {
  if (fs.existsSync(dist)) return;
  const folder = path.dirname(dist);
  fs.mkdirSync(folder, { recursive: true });
  const zipFile = path.join(folder, `download-${process.pid}.zip`);
  const unpacked = path.join(folder, `unpack-${process.pid}`);
  process.stderr.write(`opensearch: fetching OpenSearch ${VERSION} (160 MB) into ${folder} …\n`);
  try {
    if (process.env.MAVEN_REPOSITORY || !downloadWithMaven(zipFile)) await downloadOverHttp(zipFile);
    const zip = fs.readFileSync(zipFile);
    const actual = createHash('sha512').update(zip).digest('hex');
    if (actual !== SHA512)
      throw new OpenSearchStartError(
        `checksum mismatch for ${ARTIFACT_PATH}: expected sha512 ${SHA512}, got ${actual}`,
      );
    unzip(zip, unpacked);
    try {
      // The last step, so that a cut-short install never counts.
      fs.renameSync(path.join(unpacked, path.basename(dist)), dist);
    } catch (error) {
      if (!fs.existsSync(dist)) throw error; // else another start was faster
    }
  } finally {
    fs.rmSync(zipFile, { force: true });
    fs.rmSync(unpacked, { recursive: true, force: true });
  }
}

/**
 * Maven follows the user's own settings, credentials and proxies too. False where it is not installed or finds nothing.
 */
function downloadWithMaven(target: string): boolean {
  const out = fs.mkdtempSync(path.join(path.dirname(target), 'maven-'));
  try {
    const { status } = spawnSync(
      'mvn',
      ['-q', '-B', '-C', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${out}`],
      { cwd: out, stdio: ['ignore', 2, 2] },
    );
    if (status === 0) fs.renameSync(path.join(out, path.basename(ARTIFACT_PATH)), target);
    return status === 0;
  } finally {
    fs.rmSync(out, { recursive: true });
  }
}

async function downloadOverHttp(target: string): Promise<void> {
  const repository = (process.env.MAVEN_REPOSITORY || mirrorInMavenSettings())?.replace(/\/+$/, '');
  if (!repository)
    throw new OpenSearchStartError(
      `to fetch ${ARTIFACT} install Maven (mvn), or set MAVEN_REPOSITORY to the base address of a Maven repository.`,
    );
  const response = await fetch(`${repository}/${ARTIFACT_PATH}`).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new OpenSearchStartError(`cannot reach the Maven repository: ${message}`);
  });
  if (!response.ok)
    throw new OpenSearchStartError(`the Maven repository answered ${response.status} for ${ARTIFACT_PATH}`);
  await fs.promises.writeFile(target, response.body!);
}

function mirrorInMavenSettings(): string | undefined {
  let settings: string;
  try {
    settings = fs.readFileSync(path.join(os.homedir(), '.m2', 'settings.xml'), 'utf8');
  } catch {
    return undefined;
  }
  const mirrors: readonly string[] = settings.replace(/<!--[^]*?-->/g, '').match(/<mirror>[^]*?<\/mirror>/g) ?? [];
  const ofCentral = mirrors.find(
    (mirror) => /<mirrorOf>[^<]*(\*|central)[^<]*</.test(mirror) && !/<blocked>\s*true/.test(mirror),
  );
  return /<url>\s*([^<\s]+)/.exec(ofCentral ?? '')?.[1];
}
