// node installation.mjs FOLDER ROOTS: plays a day of an installation in containers. Started by ../images.mjs in a
// network and a list of processes of its own, so that no port is taken and nothing of it can be left behind.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { readCompose } from './compose-file.mjs';
import { readImageConfig } from './build-image.mjs';
import { Container } from './container.mjs';
import { expect, output, step } from './programs.mjs';
import { startOpenSearch, startPostgres } from './servers.mjs';

const [, , folder = '', roots = '{}'] = process.argv;
/** @type {Record<string, string>} */
const rootFolders = JSON.parse(roots);
const services = readCompose({ POSTGRES_PASSWORD: 'not-a-secret', METRICS_TOKEN: 'metrics-token' });
const hosts = path.join(folder, 'hosts');
fs.writeFileSync(hosts, '127.0.0.1 localhost postgres opensearch\n');
output('ip', 'link', 'set', 'lo', 'up');

/** Beyond compose.yaml: the receiver of this check listens on this very machine. */
const RECEIVER_ALLOWED = { DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8' };
const [api, worker] = [container('api', RECEIVER_ALLOWED), container('worker', RECEIVER_ALLOWED)];
let commands = 0;

const stopServers = await step('PostgreSQL and OpenSearch run at the addresses of compose.yaml', async () => [
  await startPostgres(folder, services.postgres?.environment ?? {}),
  await startOpenSearch(folder),
]);
await step('an image without a database says what it needs', () => {
  const { status, stderr } = command(['status'], '', { DATABASE_URL: '' });
  expect(status === 1 && /DATABASE_URL/.test(stderr), `gable status without DATABASE_URL: exit ${status}, ${stderr}`);
  console.log(`  ${stderr.trim()}`);
});
await step('migrate brings the schema up to date and ends', () => {
  const { status, stdout, stderr } = container('migrate').run();
  expect(status === 0 && stdout.startsWith('Applied: '), `migrate: exit ${status}, ${stdout}${stderr}`);
});
await step('API and worker become healthy by the health checks of their images', async () => {
  api.start();
  worker.start();
  const [ofApi, ofWorker] = await Promise.all([api.healthy(3000), worker.healthy(3001)]);
  console.log(`  ready after ${ofApi.toFixed(1)} s (API) and ${ofWorker.toFixed(1)} s (worker), started at once`);
});
await step('both run as an ordinary user without privileges, and can write to their volumes alone', () => {
  for (const each of [api, worker]) confine(each);
});
const { apiKey } = json(command(['keys', 'create', '--account', 'ACME', '--role', 'ROLE_API_CLIENT', '--name', 'one']));
await step('a home that is empty and secrets that are mounted, as in a pod of the chart, will do', () => {
  const { status, stderr } = command(['status'], '', { GABLE_SECRETS_FILE: '/etc/gable/secrets.json' }, podVolumes());
  expect(status === 0, `gable status: exit ${status}, ${stderr}`);
});
await step('the command line ingests a feed from its standard input', () => {
  const { accepted } = json(command(['ingest', '-'], `${JSON.stringify(listing('one', 239_000))}\n`));
  expect(accepted === 1, `ingest accepted ${accepted} of 1`);
});
await step('a feed in /feeds becomes an event, and a signed webhook arrives', async () => {
  const receiver = await receive();
  const alert = await ask('/alerts', {
    ...{ name: 'Cheap', criteria: { price: { max: 300_000 } }, destinationWebhookUrl: receiver.url },
  });
  const { signingKey } = alert.data?.attributes ?? alert;
  const draft = path.join(folder, 'volumes/feeds/.draft');
  fs.writeFileSync(draft, `${JSON.stringify(listing('two', 199_000))}\n`);
  fs.renameSync(draft, path.join(folder, 'volumes/feeds/two.ndjson'));
  const { headers, body } = await receiver.first;
  const { data } = /** @type {any} */ (new Webhook(signingKey).verify(body, headers));
  expect(JSON.stringify(data).includes('"two"'), `the webhook is not about the listing: ${body.slice(0, 500)}`);
  expect(fs.existsSync(path.join(folder, 'volumes/feeds/done/two.ndjson')), 'the feed is not in done/');
});
await step('a search finds both homes, in OpenSearch', async () => {
  json(command(['status', '--wait', '--timeout', '60']));
  const found = await ask('/properties', { price: { lte: 300_000 }, size: 5 });
  expect(found.data.length === 2, `the search found ${found.data.length} of 2`);
  /** @type {any} */
  const indexes = await (await fetch('http://127.0.0.1:9200/_cat/indices?format=json')).json();
  expect(
    indexes.some((/** @type {any} */ each) => Number(each['docs.count']) >= 2),
    'OpenSearch holds no documents',
  );
});
await step('the console is served', async () => {
  const { status } = await fetch('http://127.0.0.1:3000/console/');
  expect(status === 200, `GET /console/ answers ${status}`);
});
const memory = await step('what both take of memory', async () => [await memoryOf(3000), await memoryOf(3001)]);
console.log(`  resident memory: ${memory.join(' and ')} MB`);
await step('both stop on their signal within stop_grace_period', async () => {
  for (const each of [worker, api]) {
    const { code, seconds } = await each.stop();
    expect(code === 0, `${each.options.name} ends with ${code}:\n${each.tail()}`);
    console.log(`  ${each.options.name} ended after ${seconds.toFixed(1)} s with 0`);
  }
});
for (const stop of stopServers) await stop();

/**
 * @param {string} name of the service
 * @param {Record<string, string>} [environment]
 * @param {readonly string[]} [args]
 * @param {import('./compose-file.mjs').Service['volumes']} [volumes] instead of the service's
 */
function container(name, environment = {}, args, volumes) {
  const written = services[name];
  expect(written?.build !== undefined, `compose.yaml has no service ${name} that is built`);
  const { target } = written.build;
  const service = volumes === undefined ? written : { ...written, volumes };
  return new Container({
    name: args === undefined ? name : `${name}-${(commands += 1)}`,
    ...{
      rootFolder: String(rootFolders[target]),
      config: readImageConfig(target),
      service,
      folder,
      environment,
      hosts,
    },
    ...(args !== undefined && { args }),
  });
}

/**
 * `docker compose run --rm gable …`
 * @param {readonly string[]} args
 * @param {string} [input]
 * @param {Record<string, string>} [environment]
 * @param {import('./compose-file.mjs').Service['volumes']} [volumes]
 */
function command(args, input = '', environment = {}, volumes = undefined) {
  return container('gable', environment, [...args, '--json'], volumes).run(input);
}

/** An emptyDir of the pod's group, and this installation's secrets as a kubelet lays a Secret: links, read-only. */
function podVolumes() {
  const [home, secret] = [path.join(folder, 'volumes/pod-home'), path.join(folder, 'volumes/pod-secret')];
  fs.mkdirSync(home);
  fs.chownSync(home, 0, 1000);
  fs.chmodSync(home, 0o2777);
  fs.mkdirSync(path.join(secret, '..2026'), { recursive: true });
  const file = path.join(secret, '..2026/secrets.json');
  fs.copyFileSync(path.join(folder, 'volumes/home/secrets.json'), file);
  fs.chownSync(file, 0, 1000);
  fs.chmodSync(file, 0o440);
  fs.symlinkSync('..2026', path.join(secret, '..data'));
  fs.symlinkSync('..data/secrets.json', path.join(secret, 'secrets.json'));
  return [
    { source: 'pod-home', target: '/var/lib/gable' },
    { source: 'pod-secret', target: '/etc/gable' },
  ];
}

/**
 * @param {{ status: number | null, stdout: string, stderr: string }} run
 * @returns {any}
 */
function json({ status, stdout, stderr }) {
  expect(status === 0, `exit ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** @param {Container} container */
function confine(container) {
  const script = `const fs = require('fs');
    const status = fs.readFileSync('/proc/1/status', 'utf8');
    const said = (name) => status.match(new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm'))[1];
    const can = (file) => {
      try { fs.writeFileSync(file, ''); fs.rmSync(file); return true; } catch (error) { return error.code; }
    };
    const [code, home, tmp] = ['/gable/x', '/var/lib/gable/x', '/tmp/x'].map(can);
    const [uid, noNewPrivileges] = ['Uid', 'NoNewPrivs'].map(said);
    const capabilities = said('CapBnd') + said('CapEff');
    console.log(JSON.stringify({ uid, capabilities, noNewPrivileges, code, home, tmp }))`;
  const said = container.exec('node', '-e', script).stdout.trim();
  const expected = JSON.stringify({
    ...{ uid: '1000', capabilities: '0'.repeat(32), noNewPrivileges: '1', code: 'EROFS', home: true, tmp: true },
  });
  expect(said === expected, `${container.options.name}: expected ${expected}, got ${said}`);
}

/**
 * @param {string} externalId
 * @param {number} price
 */
function listing(externalId, price) {
  return {
    ...{ source: { domain: 'agency.example', name: 'Agency' }, externalId, observedAt: new Date().toISOString() },
    ...{ status: 'ONLINE', title: `Flat ${externalId}`, transactionType: 'SELL', propertyType: 'FLAT' },
    ...{ price, currency: 'EUR', area: price / 5_000, rooms: 2 },
  };
}

/**
 * @param {string} route
 * @param {object} body
 * @returns {Promise<any>}
 */
async function ask(route, body) {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:3000${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, `POST ${route} answers ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** A receiver of webhooks: its address, and the first message that comes within a minute. */
async function receive() {
  const server = http.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, first: firstMessage(server) };
}

/**
 * @param {http.Server} server
 * @returns {Promise<{ headers: Record<string, string>, body: string }>}
 */
async function firstMessage(server) {
  const [request, response] = await once(server, 'request', { signal: AbortSignal.timeout(60_000) });
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  response.writeHead(204).end();
  server.close();
  return { headers: request.headers, body };
}

/** @param {number} port */
async function memoryOf(port) {
  const headers = { Authorization: 'Bearer metrics-token' };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Math.round(Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1]) / 1e6);
}
