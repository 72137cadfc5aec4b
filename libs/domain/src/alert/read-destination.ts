import { parseMailAddress } from '../destination/parse-mail-address.js';
import { webhookUrlRefusal } from '../destination/webhook-url-refusal.js';
import { type JsonObject, member, show } from '../parsing/json.js';
import type { ViolationList } from '../parsing/violations.js';
import type { AlertContext, Destination, DestinationChannel } from './alert-draft.js';

/** What destinations are judged by. */
type DestinationContext = Pick<AlertContext, 'allowedNetworks' | 'deniedNetworks' | 'destinationAddresses'>;

const INPUTS: readonly (readonly [key: string, channel: DestinationChannel])[] = [
  ['destinationEmail', 'EMAIL'],
  ['destinationWebhookUrl', 'WEBHOOK'],
];

/**
 * Reads the destination, which is given in one of two fields. One that is given takes the place of the current one,
 * of whichever channel; null clears only the channel it stands for. One that stays as it is was judged when it was
 * written, and is judged again whenever something is sent.
 */
export function readDestination(
  body: JsonObject,
  context: DestinationContext,
  current: Destination | null,
  violations: ViolationList,
): Destination | null {
  const given = INPUTS.filter(([key]) => member(body, key) !== undefined);
  if (given.length === 2)
    violations.add(
      'destinationWebhookUrl',
      'is a second destination; give either destinationEmail or destinationWebhookUrl',
    );
  const read = given.map(([key, channel]) =>
    readAddress(key, channel, member(body, key), context, current, violations),
  );
  if (given.length > 0) return read[0] ?? null;
  const cleared = INPUTS.some(([key, channel]) => channel === current?.channel && Object.hasOwn(body, key));
  return cleared ? null : current;
}

function readAddress(
  key: string,
  channel: DestinationChannel,
  given: unknown,
  context: DestinationContext,
  current: Destination | null,
  violations: ViolationList,
): Destination | undefined {
  if (typeof given !== 'string') return violations.add(key, `expects text, got ${show(given)}`);
  if (channel === 'EMAIL') {
    const parsed = parseMailAddress(given);
    return parsed.ok ? { channel, address: parsed.address } : violations.add(key, parsed.refusal);
  }
  if (current?.channel === channel && current.address === given) return current;
  const { allowedNetworks, deniedNetworks, destinationAddresses } = context;
  const refusal = webhookUrlRefusal(given, allowedNetworks, destinationAddresses, deniedNetworks);
  return refusal === undefined ? { channel, address: given } : violations.add(key, refusal);
}
