import type { SeededRandom } from '@gable/domain/testing';
import type { RudeTenant } from './rude-tenant.js';

/** One way in which a customer can be rude, done again and again. */
export interface Deed {
  /** What it does, in a sentence. */
  readonly says: string;
  /** How many do it at once, of each account. */
  readonly clients: number;
  /** Between two acts of a client. */
  readonly pauseMs: number;
  /** One act, the n-th of its client, awaited where it is a promise; any answer is taken as it comes. */
  act(tenant: RudeTenant, n: number, random: SeededRandom): unknown;
}
