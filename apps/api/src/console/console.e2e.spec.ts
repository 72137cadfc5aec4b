import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { ConsoleFiles, INDEX } from './console-files.js';
import { contentPolicy } from './content-policy.js';

let api: ApiUnderTest;
let folder: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-console-'));
  api.app.get(ConsoleFiles).root = folder;
});
afterAll(async () => {
  await api.stop();
  fs.rmSync(folder, { recursive: true });
});

const get = (address: string, headers: Record<string, string> = {}) => api.ask('GET', address, { key: null, headers });

it('says how to build the console where it is not built, and answers everything else', async () => {
  const { status, headers, body } = await get('/console/');
  expect([status, headers.get('retry-after')]).toEqual([503, '3']);
  expect(body).toContain('nx build console');
  expect((await get('/health/live')).status).toBe(200);
});

describe('built', () => {
  beforeAll(() => {
    fs.mkdirSync(path.join(folder, 'assets'));
    fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Gable</title>');
    fs.writeFileSync(path.join(folder, 'assets', 'index-abc_123.js'), 'export {};');
    fs.writeFileSync(path.join(folder, 'secret.json'), '{}');
  });

  it('is where the bare address leads', async () => {
    const { status, headers } = await get('/');
    expect([status, headers.get('location')]).toEqual([302, '/console/']);
  });

  it('answers every screen with the page, which a browser asks for anew each time', async () => {
    for (const address of [
      '/console',
      '/console/',
      '/console/alerts',
      '/console/homes/0199a1b2?x=1',
      '/console/a.b/c',
      '/console/assets%2f..',
      '/console/assets%2f.',
    ]) {
      const { status, headers, body } = await get(address);
      expect({ address, status, body }).toEqual({ address, status: 200, body: '<!doctype html><title>Gable</title>' });
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-type')).toMatch(/^text\/html/);
    }
  });

  it('lets files whose names carry their hash be kept for good, and gives no others away', async () => {
    const asset = await get('/console/assets/index-abc_123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    expectProblem(await get('/console/assets/gone.js'), 404, 'not-found');
    for (const address of ['/console/secret.json', '/console/..%2f..%2fpackage.json', '/console/assets/..%2f..%2fx.js'])
      expect((await get(address)).body).toBe('<!doctype html><title>Gable</title>');
  });

  it('sends a policy by which scripts come from this server alone', async () => {
    const policy = (await get('/console/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it('tells the page what the operator set', async () => {
    const { status, body } = await get('/console/config.json');
    expect([status, body]).toEqual([200, { mapStyleUrl: null, mapTilesUrl: null, imageOrigins: [] }]);
  });
});

describe('where a proxy takes a path away', () => {
  let behind: ApiUnderTest;
  let files: string;

  beforeAll(async () => {
    behind = await ApiUnderTest.start({ publicUrl: 'https://homes.example/a&b' });
    files = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-console-'));
    behind.app.get(ConsoleFiles).root = files;
  });
  afterAll(async () => {
    await behind.stop();
    fs.rmSync(files, { recursive: true });
  });

  it('leads to the documentation through it while it is not built', async () => {
    expect((await behind.ask('GET', '/console/', { key: null })).body).toContain('<a href="/a&amp;b/docs">');
  });

  it('names its files as the browser reaches them', async () => {
    fs.writeFileSync(path.join(files, INDEX), '<meta content="/console/"><script src="/console/assets/x.js"></script>');
    fs.writeFileSync(path.join(files, 'gable.svg'), '<svg/>');
    for (const address of ['/console', '/console/alerts']) {
      const { headers, body } = await behind.ask('GET', address, { key: null });
      expect(body).toBe('<meta content="/a&amp;b/console/"><script src="/a&amp;b/console/assets/x.js"></script>');
      expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
        'no-cache',
        'text/html; charset=utf-8',
      ]);
    }
    expect((await behind.ask('GET', '/console/gable.svg', { key: null })).body).toBe('<svg/>');
  });
});

it('opens the policy for the origins that the operator named, and for no others', () => {
  const policy = contentPolicy({
    mapStyleUrl: 'https://map.example/style.json?key=1',
    mapTilesUrl: 'https://tiles.example:8443/{z}/{x}/{y}.png',
    mapOrigins: ['https://sprites.example'],
    consoleImageOrigins: ['https://img.example'],
  });
  const map = 'https://map.example https://tiles.example:8443 https://sprites.example';
  expect(policy).toContain(`img-src 'self' data: blob: ${map} https://img.example;`);
  expect(policy).toContain(`connect-src 'self' ${map};`);
  expect(policy).toContain("script-src 'self';");
});
