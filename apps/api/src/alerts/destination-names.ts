import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { readUrl } from '@gable/domain';
import { RESOLVE_HOST } from '@gable/platform';
import type { ResolveHost } from '@gable/runtime';

const PATIENCE_MS = 2_000;

/** Looks up where destinations lead while they are written, so that their author sees a slip at once. */
@Injectable()
export class DestinationNames {
  constructor(@Inject(RESOLVE_HOST) private readonly resolve: ResolveHost) {}

  /**
   * The addresses of a URL's host; undefined where it is no name, or a name that does not resolve right now. Such a
   * name is accepted: it is resolved again for every connection.
   */
  async addressesOf(url: unknown): Promise<readonly string[] | undefined> {
    const name = hostNameOf(url);
    if (name === undefined) return undefined;
    const patience = new AbortController();
    try {
      const answer = this.resolve(name).catch(() => undefined);
      return await Promise.race([answer, sleep(PATIENCE_MS, undefined, { signal: patience.signal })]);
    } finally {
      patience.abort();
    }
  }
}

function hostNameOf(url: unknown): string | undefined {
  const hostname = typeof url === 'string' && /^https?:/i.test(url) ? (readUrl(url)?.hostname ?? '') : '';
  return hostname === '' || hostname.startsWith('[') || isIP(hostname) !== 0 ? undefined : hostname;
}
