// node tools/checks/compose.mjs [--require]: docker/compose.yaml meets the Compose Specification by Compose's own
// loader, and our services run without privileges. Needs Go for that loader: without it the check is left out loudly,
// or fails where --require says so.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { IMAGES, root } from '../image/workspace.mjs';
import { readCompose } from './images/compose-file.mjs';
import { isInstalled } from './images/programs.mjs';

if (isInstalled('go')) check();
else {
  console.log('=== compose.yaml WAS NOT CHECKED: the loader of Compose is built with Go, which is not here. ===');
  process.exitCode = process.argv.includes('--require') ? 1 : 0;
}

function check() {
  assert.throws(() => readCompose({}), /POSTGRES_PASSWORD is not set/, 'a missing password has to be named');
  const services = Object.entries(readCompose({ POSTGRES_PASSWORD: 'x' }));
  for (const [name, { environment }] of services)
    assert.ok(!/[{}]/.test(environment?.DATABASE_URL ?? ''), `${name} has the address ${environment.DATABASE_URL}`);
  const ours = services.filter(([, { build }]) => build !== undefined);
  for (const [name, service] of ours) {
    assert.ok(Object.hasOwn(IMAGES, service.build?.target ?? ''), `${name} is built from no image of the Dockerfile`);
    assert.equal(service.read_only, true, `${name} can write to its code`);
    assert.deepEqual(service.cap_drop, ['ALL'], `${name} has capabilities`);
    judgeSettings(name, service);
  }
  for (const [name, { security_opt: options }] of services)
    assert.ok(options?.includes('no-new-privileges:true'), `${name} may gain privileges`);
  console.log(`${services.length} services, ${ours.length} of them ours, all valid`);
}

/**
 * @param {string} name
 * @param {import('./images/compose-file.mjs').Service} service
 */
function judgeSettings(name, service) {
  const configuration = fs.readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');
  const unknown = Object.keys(service.environment).filter((setting) => !configuration.includes(`\`${setting}\``));
  assert.deepEqual(unknown, [], `${name} sets what docs/configuration.md does not name`);
}
