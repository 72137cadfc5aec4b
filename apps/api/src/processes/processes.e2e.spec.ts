import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { migrate } from '@gable/persistence';
import { createTestDatabase, endProcess, untilListening } from '@gable/testing';
import { ApiGroup, connectionsOf, isGone, until } from '../testing/api-group.js';

/** The processes and their connections are read from proc(5). */
const onLinux = process.platform === 'linux' ? it : it.skip;

let api: ApiGroup;
afterEach(() => api.stop());

/** How many probes of life the metrics count, and how many processes they are of. */
async function figures(): Promise<{ probes: number; answering: number; missing: number }> {
  const { text } = await api.get('/metrics');
  const value = (pattern: string) => Number(new RegExp(`^${pattern} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    probes: value('http_request_duration_seconds_count\\{.*route="/health/live".*\\}'),
    answering: value('gable_api_processes\\{state="answering",process="api"\\}'),
    missing: value('gable_api_processes\\{state="missing",process="api"\\}'),
  };
}

const exitOf = async (): Promise<number | null> =>
  api.supervisor.exitCode ?? ((await once(api.supervisor, 'exit')) as [number | null])[0];

/** Connections that stay, until each process has some. */
async function connectToEach(): Promise<net.Socket[]> {
  const clients: net.Socket[] = [];
  await until(async () => {
    const client = net.connect(api.port, '127.0.0.1');
    await once(client, 'connect');
    clients.push(client);
    return api.pids.every((pid) => connectionsOf(pid, api.port) > 0);
  });
  return clients;
}

onLinux('answers with all processes, and /metrics are those of all whichever is asked', async () => {
  api = await ApiGroup.start(3);
  expect(api.pids).toHaveLength(3);
  const clients = await connectToEach();
  for (const client of clients) client.write('GET /health/live HTTP/1.1\r\nhost: gable\r\nconnection: close\r\n\r\n');
  const answers = await Promise.all(clients.map((client) => text(client)));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(clients.length);
  for (let n = 0; n < 12; n += 1) expect(await figures()).toEqual({ probes: clients.length, answering: 3, missing: 0 });
});

onLinux('replaces a process that is killed, refuses nobody meanwhile, and no counter falls', async () => {
  api = await ApiGroup.start(2);
  for (let n = 0; n < 20; n += 1) await api.get('/health/live');
  const before = await figures();
  let [answered, isOver] = [0, false];
  const problems: string[] = [];
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver)
        await api.get('/health/live').then(
          () => (answered += 1),
          (error: NodeJS.ErrnoException) => problems.push(error.code!),
        );
    }),
  );
  const [killed] = api.pids;
  process.kill(killed!, 'SIGKILL');
  await until(() => isGone(killed!));
  expect((await figures()).probes).toBeGreaterThanOrEqual(before.probes);
  await until(async () => (await figures()).answering === 2);
  isOver = true;
  await asking;
  expect(api.pids).toHaveLength(2);
  expect(api.pids).not.toContain(killed);
  expect(answered).toBeGreaterThan(0);
  expect(problems.filter((code) => code !== 'ECONNRESET')).toEqual([]); // what the killed one had accepted
  expect((await api.get('/metrics')).text).toContain('gable_api_process_ends_total{reason="signal",process="api"} 1');
});

onLinux('opens the port again where all processes are killed at once', async () => {
  api = await ApiGroup.start(2);
  const killed = api.pids;
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await until(() => killed.every(isGone));
  await until(() =>
    figures().then(
      ({ answering }) => answering === 2,
      () => false,
    ),
  );
});

onLinux('answers metrics while a process is held, with what that had counted', async () => {
  api = await ApiGroup.start(2);
  for (let n = 0; n < 20; n += 1) await api.get('/health/live');
  expect((await figures()).probes).toBe(20);
  const [held] = api.pids;
  process.kill(held!, 'SIGSTOP');
  expect(await figures()).toEqual({ probes: 20, answering: 1, missing: 1 });
  process.kill(held!, 'SIGCONT');
  await until(async () => (await figures()).answering === 2);
});

onLinux('answers what is under way in every process when it is told to end, and ends with 0', async () => {
  api = await ApiGroup.start(2);
  const key = await api.makeKey();
  const clients = await connectToEach();
  const body = JSON.stringify({ transactionType: 'SELL' });
  const head = `POST /properties HTTP/1.1\r\nhost: gable\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  for (const client of clients) client.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`);
  api.supervisor.kill('SIGTERM');
  await until(() => api.said('"msg":"shutting down"') === 3);
  for (const client of clients) client.write(body.slice(-1));
  const answers = await Promise.all(clients.map((client) => text(client)));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(clients.length);
  expect(await exitOf()).toBe(0);
});

onLinux('leaves no process behind where the supervisor is killed', async () => {
  api = await ApiGroup.start(2);
  const { pids } = api;
  await endProcess(api.supervisor, 'SIGKILL');
  await until(() => pids.every(isGone));
});

onLinux('leaves no process behind where the supervisor is killed while one connects to the database', async () => {
  const asked: net.Socket[] = [];
  let connect = (socket: net.Socket): unknown => asked.push(socket);
  const door = net.createServer((socket) => connect(socket)).listen(0, '127.0.0.1');
  await once(door, 'listening');
  api = await ApiGroup.begin(2, { atDatabase: `127.0.0.1:${(door.address() as net.AddressInfo).port}` });
  await until(() => asked.length > 0);
  const { pids } = api;
  await endProcess(api.supervisor, 'SIGKILL');
  const { hostname, port } = new URL(api.testDatabase.url);
  connect = (socket) => {
    // An end that breaks off breaks the other off: a server that still waits for a password keeps its database.
    pipeline(socket, net.connect(Number(port), hostname), socket, () => undefined);
  };
  asked.forEach(connect);
  await until(() => pids.every(isGone));
  door.close();
});

onLinux('waits for a schema as one process does, and goes on with all once it is there', async () => {
  api = await ApiGroup.begin(3, { emptied: 'yes' });
  const status = () =>
    api.get('/health/ready').then(
      ({ status }) => status,
      () => undefined,
    );
  await until(async () => (await status()) === 503);
  await migrate(api.testDatabase.url);
  await untilListening(api.supervisor);
  // Once for each schema that it meets on the way: the migrations may be seen one after the other.
  const waits = api.log.split('\n').filter((line) => line.includes('"msg":"waiting to begin"'));
  expect(new Set(waits.map((line) => (JSON.parse(line) as { pid: number }).pid)).size).toBe(1);
  expect((await figures()).answering).toBe(3);
});

it('says once that the port is taken, and ends as one process does', async () => {
  const taker = net.createServer().listen(0, '127.0.0.1');
  await once(taker, 'listening');
  const { port } = taker.address() as net.AddressInfo;
  api = await ApiGroup.begin(2, { PORT: String(port) });
  expect(await exitOf()).toBe(1);
  expect(api.said(`Port ${port} at 127.0.0.1 is taken by another process`)).toBe(1);
  taker.close();
});

it('says once what no process can work with, and ends with 2', async () => {
  const other = await createTestDatabase();
  api = await ApiGroup.begin(3, { DATABASE_DIRECT_URL: other.url });
  expect(await exitOf()).toBe(2);
  expect(api.said('"level":"fatal"')).toBe(1);
  expect(api.log).toContain('DATABASE_DIRECT_URL');
  await other.drop();
});

it('refuses a setting that is none, as one process does', async () => {
  api = await ApiGroup.begin(65);
  expect(await exitOf()).toBe(2);
  expect(api.said('API_PROCESSES: expects a whole number from 1 to 64, got "65"')).toBe(1);
});

it('makes one set of secrets in an empty home', async () => {
  api = await ApiGroup.start(4);
  expect(fs.readdirSync(api.home).filter((name) => name.startsWith('secrets'))).toEqual(['secrets.json']);
  const key = await api.makeKey();
  const asked = Array.from({ length: 20 }, () =>
    fetch(`http://127.0.0.1:${api.port}/account`, { headers: { 'x-api-key': key, connection: 'close' } }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
});
