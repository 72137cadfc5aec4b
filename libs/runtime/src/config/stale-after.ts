import type { Config } from './config.js';

/** The age beyond which the newest state of a source is stale, in seconds. */
export function staleAfterSeconds({ sourceStaleAfterMs: ages }: Pick<Config, 'sourceStaleAfterMs'>, domain: string) {
  return (ages.get(domain) ?? ages.get('')!) / 1_000;
}
