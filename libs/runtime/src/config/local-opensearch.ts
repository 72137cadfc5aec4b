import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.js';

/** The folder of the local OpenSearch of a home: what `npm run opensearch` and `npm start` use. */
export function openSearchHome(home: string): string {
  return path.join(home, 'opensearch');
}

/**
 * Where the local OpenSearch of a home was started last; undefined where none was. Whether it still runs, only asking
 * it shows.
 */
export function localOpenSearchUrl(home: string): string | undefined {
  try {
    const { url } = JSON.parse(fs.readFileSync(path.join(openSearchHome(home), 'server.json'), 'utf8')) as {
      url?: unknown;
    };
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The OpenSearch of a configuration: the one it names, else the local one of its home; undefined where neither is
 * known.
 */
export function openSearchUrlOf({ openSearchUrl, home }: Pick<Config, 'openSearchUrl' | 'home'>): string | undefined {
  return openSearchUrl ?? localOpenSearchUrl(home);
}
