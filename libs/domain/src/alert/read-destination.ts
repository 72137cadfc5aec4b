import { parseMailAddress } from '../delivery/parse-mail-address.js';
import { webhookUrlRefusal } from '../delivery/webhook-url-refusal.js';
import { member, type JsonObject } from '../criteria/parsing/json.js';
import type { Problems } from '../criteria/parsing/problems.js';
import { show } from '../criteria/parsing/show.js';
import type { AlertContext } from './alert-context.js';
import type { Destination, DestinationChannel } from './alert-draft.js';

/** What destinations are judged by. */
type DestinationContext = Pick<AlertContext, 'allowedNetworks' | 'destinationAddresses'>;

const INPUTS: readonly (readonly [key: string, channel: DestinationChannel])[] = [
  ['destinationEmail', 'EMAIL'],
  ['destinationWebhookUrl', 'WEBHOOK'],
];

/**
 * Reads the destination, which is given in one of two fields. One that is given takes the place of the current one, of whichever channel; null
 * clears only the channel it stands for. One that stays as it is was judged when it was written, and is judged again whenever something is sent.
 */
export function readDestination(
  body: JsonObject,
  context: DestinationContext,
  current: Destination | null,
  problems: Problems,
): Destination | null {
  const given = INPUTS.filter(([key]) => member(body, key) !== undefined);
  if (given.length === 2)
    problems.add(
      'destinationWebhookUrl',
      'is a second destination; give either destinationEmail or destinationWebhookUrl',
    );
  const read = given.map(([key, channel]) => readAddress(key, channel, member(body, key), context, current, problems));
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
  problems: Problems,
): Destination | undefined {
  if (typeof given !== 'string') return problems.add(key, `expects text, got ${show(given)}`);
  if (channel === 'EMAIL') {
    const parsed = parseMailAddress(given);
    return parsed.ok ? { channel, address: parsed.address } : problems.add(key, parsed.refusal);
  }
  if (current?.channel === channel && current.address === given) return current;
  const refusal = webhookUrlRefusal(given, context.allowedNetworks, context.destinationAddresses);
  return refusal === undefined ? { channel, address: given } : problems.add(key, refusal);
}
