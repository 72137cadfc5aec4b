import type { JsonObject } from '../criteria/parsing/json.js';
import { CLASSIC_KEYS, MEANT_IN_A_NODE, MEANT_IN_CLASSIC, NODE_KEYS } from '../criteria/parsing/known-names.js';
import type { Problems } from '../criteria/parsing/problems.js';
import { shorten } from '../criteria/parsing/show.js';
import { explainUnknownKey } from '../criteria/parsing/suggest.js';
import type { AlertSearchMode } from './alert-draft.js';

/** Fields of an alert that are ignored in what callers send, so that a body fetched can be sent back. */
export const READ_ONLY_ALERT_FIELDS = [
  'id',
  'eventDestinationId',
  'destinationStatus',
  'createdAt',
  'updatedAt',
] as const;

const WRITTEN_ALERT_FIELDS = [
  'name',
  'active',
  'searchMode',
  'criteria',
  'notificationConfig',
  'signingKey',
  'destinationWebhookUrl',
  'destinationEmail',
] as const;
/** A field of an alert that its owner writes; `parseAlert` reads it. */
export type WrittenAlertField = (typeof WRITTEN_ALERT_FIELDS)[number];

/** A field of an alert. Whoever answers or describes alerts takes the list of fields from here. */
export type AlertField = WrittenAlertField | (typeof READ_ONLY_ALERT_FIELDS)[number];

const ALERT_FIELDS: ReadonlySet<string> = new Set([...WRITTEN_ALERT_FIELDS, ...READ_ONLY_ALERT_FIELDS]);
const CLASSIC_ALERT_FIELDS: ReadonlySet<string> = new Set([...ALERT_FIELDS, ...CLASSIC_KEYS]);

/** Conditions of a tree, written beside it. */
const MEANT_IN_CRITERIA: ReadonlyMap<string, string> = new Map(
  [...MEANT_IN_A_NODE.keys(), ...NODE_KEYS].map((key) => [key.toLowerCase(), 'conditions stand inside criteria']),
);

/** Refuses what an alert does not have. Classic filters in the wrong mode are refused where the mode is read. */
export function refuseUnknownNames(body: JsonObject, mode: AlertSearchMode, problems: Problems): void {
  const [known, elsewhere] =
    mode === 'classic' ? [CLASSIC_ALERT_FIELDS, MEANT_IN_CLASSIC] : [ALERT_FIELDS, MEANT_IN_CRITERIA];
  for (const key of Object.keys(body)) {
    if (problems.full) return;
    if (!CLASSIC_ALERT_FIELDS.has(key)) problems.add(shorten(key), explainUnknownKey(key, known, elsewhere));
  }
}
