import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from './config.js';
import { localOpenSearchUrl, openSearchHome } from './local-opensearch.js';
import { withOpenSearch } from './read-config-or-exit.js';

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-local-opensearch-'));
});
afterEach(() => fs.rmSync(home, { recursive: true }));

function started(content: string): void {
  fs.mkdirSync(openSearchHome(home));
  fs.writeFileSync(path.join(openSearchHome(home), 'server.json'), content);
}

describe('the address of OpenSearch', () => {
  const settle = (environment: NodeJS.ProcessEnv) =>
    withOpenSearch(readConfig({ GABLE_HOME: home, ...environment })).openSearchUrl;

  it('is what the operator says, else where the local one was started', () => {
    started('{"url":"http://127.0.0.1:4711","pid":1}');
    expect(settle({ SEARCH_ENGINE: 'opensearch' })).toBe('http://127.0.0.1:4711');
    expect(settle({ SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: 'http://search:9200' })).toBe('http://search:9200');
  });

  it('has to be somewhere, where OpenSearch is searched', () => {
    expect(() => settle({ SEARCH_ENGINE: 'opensearch' })).toThrow(
      'OPENSEARCH_URL: must be set if SEARCH_ENGINE is opensearch',
    );
    expect(settle({})).toBeUndefined();
  });

  it.each(['{', '{"url":7}', 'null'])('is not read from a damaged file: %s', (content) => {
    started(content);
    expect(localOpenSearchUrl(home)).toBeUndefined();
  });
});
