import type { CriteriaLimits } from '../criteria/limits.js';
import type { Places } from '../criteria/parsing/parsing-context.js';

/** What reading an alert must be told from outside. */
export interface AlertContext {
  readonly places: Places;
  /** CIDRs that destinations may lie in beside the public internet. */
  readonly allowedNetworks: readonly string[];
  /** What the host of the given destinationWebhookUrl resolves to; absent where it is no name, or resolves to nothing right now. */
  readonly destinationAddresses?: readonly string[] | undefined;
  /** Makes a key for an alert whose owner brings none. */
  readonly newSigningKey: () => string;
  /** Default: DEFAULT_CRITERIA_LIMITS. */
  readonly limits?: CriteriaLimits;
}
