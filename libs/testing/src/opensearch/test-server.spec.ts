import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testServer } from './test-server.js';

const environment = { ...process.env };
let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-test-server-'));
  delete process.env.OPENSEARCH_TEST_URL;
  process.env.GABLE_TEST_HOME = home;
  process.env.OPENSEARCH_LAUNCHER = path.join(home, 'launcher.cjs');
});
afterEach(() => {
  fs.rmSync(home, { recursive: true });
  process.env = { ...environment };
});

/** Stands for the launcher of @gable/runtime; notes every call. */
function launcher(body: string): void {
  fs.writeFileSync(
    process.env.OPENSEARCH_LAUNCHER!,
    `require('node:fs').appendFileSync(${JSON.stringify(path.join(home, 'calls'))}, ` +
      `process.argv.slice(2).join(' ') + '\\n');\n${body}`,
  );
}

const calls = (): string[] => fs.readFileSync(path.join(home, 'calls'), 'utf8').trim().split('\n');

describe('the OpenSearch of a test run', () => {
  it('is started once, in a home and at a port of its own', () => {
    launcher(`console.log(JSON.stringify({ url: 'http://127.0.0.1:4711' }))`);
    expect([testServer(), testServer()]).toEqual([{ url: 'http://127.0.0.1:4711' }, { url: 'http://127.0.0.1:4711' }]);
    expect(calls()).toEqual([`start --home ${path.join(home, 'opensearch')} --port 0`]);
  });

  it('is tried once where it does not start, and everybody gets the reason', () => {
    launcher(`console.error('opensearch: needs Java 21 or newer'); process.exit(1)`);
    expect([testServer(), testServer()]).toEqual(
      Array.from({ length: 2 }, () => ({ leftOut: 'opensearch: needs Java 21 or newer' })),
    );
    expect(calls()).toHaveLength(1);
  });

  it('may be one that runs already', () => {
    process.env.OPENSEARCH_TEST_URL = 'http://127.0.0.1:9200';
    expect(testServer()).toEqual({ url: 'http://127.0.0.1:9200' });
  });
});
