// node tools/checks/alert-rules.mjs [--require]: promtool takes the alert rules and their unit tests, and reads every
// expression of the dashboard. It is a Go module and takes minutes to build, so that only --require builds it; without
// that the check is left out loudly where it is not there yet. That each metric which they name exists is a spec:
// apps/worker/src/observability.e2e.spec.ts.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { goProgram } from './programs/go-program.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const PROMTOOL = { name: 'promtool', version: 'v0.316.0', package: 'github.com/prometheus/prometheus/cmd/promtool' };
const rules = path.join(root, 'docker/prometheus');
const dashboard = path.join(root, 'docker/grafana/gable.json');

const untested = untestedAlerts();
if (untested.length > 0) throw new Error(`alerts.test.yml has no test of ${untested.join(', ')}`);
const promtool = locate();
if (promtool === undefined) {
  console.log('=== THE ALERT RULES WERE NOT CHECKED: `npm run check -- alert-rules --require` builds promtool. ===');
  process.exitCode = process.argv.includes('--require') ? 1 : 0;
} else {
  console.log(run(promtool, ['check', 'rules', '--lint-fatal', path.join(rules, 'alerts.yml')]));
  console.log(run(promtool, ['test', 'rules', path.join(rules, 'alerts.test.yml')]));
  console.log(`${readDashboard(promtool)} expressions of the dashboard are sound`);
}

/** A rule that was never seen firing may never fire. */
function untestedAlerts() {
  /** @param {string} name @param {RegExp} pattern */
  const namesIn = (name, pattern) =>
    [...fs.readFileSync(path.join(rules, name), 'utf8').matchAll(pattern)].map(([, alert]) => alert);
  const tested = new Set(namesIn('alerts.test.yml', /alertname: (\w+)/g));
  return namesIn('alerts.yml', /- alert: (\w+)/g).filter((alert) => !tested.has(alert));
}

/** @returns {string | undefined} */
function locate() {
  try {
    return goProgram(PROMTOOL, { install: process.argv.includes('--require') });
  } catch (error) {
    console.log(/** @type {Error} */ (error).message);
    return undefined;
  }
}

/**
 * Grafana's own variable is a length of time; promtool reads rules alone, so that each expression becomes one.
 * @param {string} promtool
 * @returns {number} how many there are
 */
function readDashboard(promtool) {
  const { panels } = JSON.parse(fs.readFileSync(dashboard, 'utf8'));
  /** @type {string[]} */
  const expressions = panels.flatMap((/** @type {{ targets?: { expr: string }[] }} */ { targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  );
  const recorded = expressions.map((expr, n) => ({ record: `expression:${n}`, expr }));
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gable-rules-')), 'dashboard.yml');
  try {
    fs.writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] })); // YAML holds JSON
    run(promtool, ['check', 'rules', file]);
  } finally {
    fs.rmSync(path.dirname(file), { recursive: true });
  }
  return expressions.length;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`);
  return stdout.trim();
}
