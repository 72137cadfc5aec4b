import { parseMailAddress } from '../delivery/parse-mail-address.js';
import { webhookUrlRefusal } from '../delivery/webhook-url-refusal.js';
import { member, type JsonObject } from '../criteria/parsing/json.js';
import type { Problems } from '../criteria/parsing/problems.js';
import { show } from '../criteria/parsing/show.js';
import type { Destination, DestinationChannel } from './alert-draft.js';

const INPUTS: readonly (readonly [key: string, channel: DestinationChannel])[] = [['destinationEmail', 'EMAIL'], ['destinationWebhookUrl', 'WEBHOOK']];

/**
 * Reads the destination, which is given in one of two fields. One that is given takes the place of the current one, of whichever channel; null
 * clears only the channel it stands for.
 */
export function readDestination(body: JsonObject, allowedNetworks: readonly string[], current: Destination | null, problems: Problems): Destination | null {
  const given = INPUTS.filter(([key]) => member(body, key) !== undefined);
  if (given.length === 2) problems.add('destinationWebhookUrl', 'is a second destination; give either destinationEmail or destinationWebhookUrl');
  const read = given.map(([key, channel]) => readAddress(key, channel, member(body, key), allowedNetworks, problems));
  if (given.length > 0) return read[0] ?? null;
  const cleared = INPUTS.some(([key, channel]) => channel === current?.channel && Object.hasOwn(body, key));
  return cleared ? null : current;
}

function readAddress(key: string, channel: DestinationChannel, given: unknown, allowedNetworks: readonly string[], problems: Problems): Destination | undefined {
  if (typeof given !== 'string') return problems.add(key, `expects text, got ${show(given)}`);
  if (channel === 'EMAIL') {
    const parsed = parseMailAddress(given);
    return parsed.ok ? { channel, address: parsed.address } : problems.add(key, parsed.refusal);
  }
  const refusal = webhookUrlRefusal(given, allowedNetworks);
  return refusal === undefined ? { channel, address: given } : problems.add(key, refusal);
}
