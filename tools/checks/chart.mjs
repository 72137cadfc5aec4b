// node tools/checks/chart.mjs [--require]: the Helm chart lints and renders, its objects meet the schemas of Kubernetes
// strictly, its pods have no privileges, and what is misspelt is refused. Helm is a Go module and takes minutes to
// build, so that only --require builds it; without that the check is left out loudly where it is not there yet.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { goProgram } from './programs/go-program.mjs';
import { judgeObjects } from './chart/judge-objects.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const chart = path.join(root, 'docker/helm/gable');
const HELM = { name: 'helm', version: 'v3.22.0', package: 'helm.sh/helm/v3/cmd/helm' };
/** Its versions are those of Kubernetes, whose schemas it carries. */
const KUBERNETES = '1.37.0';
const required = process.argv.includes('--require');

/** Values that have to be refused, and what the refusal has to say: the place that Helm names is not always right. */
const REFUSED = /** @type {const} */ ([
  ['api.replica=3', /'replica'/],
  ['workers.all.stages={ingest}', /no entry has the stage matching/],
  ['workers.all.stages={sending}', /must be one of 'ingest'/],
  ['settings.log_level=info', /'log_level'/],
  ['api.ingress.enabled=true', /api\.ingress\.host/],
]);

const helm = locateHelm();
const venv = helm === undefined ? undefined : provideSchemas();
if (helm === undefined || venv === undefined) {
  console.log('=== THE CHART WAS NOT CHECKED: see above. `npm run check -- chart --require` builds what it needs. ===');
  process.exitCode = required ? 1 : 0;
} else check(helm, venv);

/**
 * @param {string} helm
 * @param {string} venv
 */
function check(helm, venv) {
  for (const values of [[], ['-f', path.join(chart, 'ci/everything-values.yaml')]]) {
    run(helm, ['lint', chart, '--strict', '--kube-version', KUBERNETES, ...values]);
    const rendered = run(helm, ['template', 'homes', chart, '--kube-version', KUBERNETES, ...values]);
    const objects = readObjects(venv, rendered);
    judgeObjects(objects, fs.readFileSync(path.join(root, 'docs/configuration.md'), 'utf8'));
    console.log(`${values.length === 0 ? 'as it comes' : 'with every part'}: ${objects.length} objects, all valid`);
  }
  for (const [values, reason] of REFUSED) {
    const { status, stderr } = spawnSync(helm, ['template', chart, '--kube-version', KUBERNETES, '--set', values], {
      encoding: 'utf8',
    });
    if (status === 0 || !reason.test(stderr)) throw new Error(`--set ${values} is not refused as it should: ${stderr}`);
    console.log(`refused: ${values}`);
  }
}

/**
 * The objects of a manifest, each valid by Kubernetes' own schema, without a member that it does not know.
 * @param {string} venv
 * @param {string} manifest
 * @returns {import('./chart/judge-objects.mjs').KubernetesObject[]}
 */
function readObjects(venv, manifest) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gable-chart-')), 'manifest.yaml');
  try {
    fs.writeFileSync(file, manifest);
    run(path.join(venv, 'kubernetes-validate'), ['--strict', '--quiet', '-k', KUBERNETES, file]);
    const script = 'import json, sys, yaml; print(json.dumps([o for o in yaml.safe_load_all(open(sys.argv[1])) if o]))';
    return JSON.parse(run(path.join(venv, 'python'), ['-c', script, file]));
  } finally {
    fs.rmSync(path.dirname(file), { recursive: true });
  }
}

/** @returns {string | undefined} */
function locateHelm() {
  try {
    return goProgram(HELM, { install: required });
  } catch (error) {
    console.log(/** @type {Error} */ (error).message);
    return undefined;
  }
}

/** The schemas come as a Python package, with all versions of Kubernetes in it. */
function provideSchemas() {
  const folder = path.join(root, 'node_modules/.cache', `kubernetes-validate-${KUBERNETES}`);
  const bin = path.join(folder, 'bin');
  if (fs.existsSync(path.join(folder, 'whole'))) return bin;
  fs.rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
    run(path.join(bin, 'pip'), ['install', '--quiet', `kubernetes-validate==${KUBERNETES}`]);
    fs.writeFileSync(path.join(folder, 'whole'), '');
    return bin;
  } catch (error) {
    console.log(`the schemas of Kubernetes need Python and PyPI: ${/** @type {Error} */ (error).message}`);
    return undefined;
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`);
  return stdout;
}
