import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, type Ask, type Exchange } from '../exchange.js';
import { countEnding, emptyTally, type Tally } from './tally.js';

/** What a rude account has to be rude with. */
export interface RudeAccount {
  readonly number: number;
  /** Several keys: whoever limits by key alone is not safe from it. */
  readonly apiKeys: readonly string[];
  readonly alerts: RudeAlerts;
}

/** Alerts of a rude account on everything in the town, by where they send. */
export interface RudeAlerts {
  /** To many hosts that hang. */
  readonly hangingHosts: readonly string[];
  /** To many paths of one origin that hangs. */
  readonly hangingPaths: readonly string[];
  /** To a receiver that answers a byte a second. */
  readonly dripping: readonly string[];
  /** Nowhere; they are put again and again. */
  readonly put: readonly string[];
  /** Many notifications wait for them. */
  readonly busy: readonly string[];
}

/** Where it meets the service. */
export interface RudeWorld {
  readonly apiUrl: string;
  readonly feedsFolder: string;
  /** Of the receivers that hang or drip, on every loopback address. */
  readonly tarpitPort: number;
}

const WHILE_GONE_MS = 250;

/** One rude account while it does one deed. Counts what it was answered. */
export class RudeTenant {
  readonly tally: Tally = emptyTally();
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly base: URL;
  private next = 0;

  constructor(
    readonly account: RudeAccount,
    readonly world: RudeWorld,
    /** What the deeds of the account share: ids of alerts and shapes that they made. */
    readonly made: Map<string, string[]>,
  ) {
    this.base = new URL(world.apiUrl);
  }

  /** With one of its keys, each in turn, unless the request brings another. */
  async ask(ask: Ask): Promise<Exchange> {
    const { apiKeys } = this.account;
    const apiKey = apiKeys[this.next++ % apiKeys.length]!;
    const answer = await exchange(this.agent, this.base, { apiKey, ...ask });
    countEnding(this.tally, answer.ending);
    if (answer.ending === 'cut') await sleep(WHILE_GONE_MS); // to ask a process that is gone costs this one alone
    return answer;
  }

  /** Makes resources of one kind until there are enough; answers the id of the n-th, undefined until there is one. */
  async oneOf(kind: string, count: number, n: number, make: (place: number) => Ask): Promise<string | undefined> {
    const ids = this.made.get(kind) ?? [];
    this.made.set(kind, ids);
    if (ids.length >= count) return ids[n % ids.length];
    const { ending, text } = await this.ask(make(ids.length));
    if (ending === 201) ids.push((JSON.parse(text) as { id: string }).id);
    return ids.length === 0 ? undefined : ids[n % ids.length];
  }
}
