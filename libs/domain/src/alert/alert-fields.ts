import type { JsonObject } from '../criteria/parsing/json.js';
import { CLASSIC_KEYS, MEANT_IN_A_NODE, MEANT_IN_CLASSIC, NODE_KEYS } from '../criteria/parsing/known-names.js';
import type { Problems } from '../criteria/parsing/problems.js';
import { shorten } from '../criteria/parsing/show.js';
import { explainUnknownKey } from '../criteria/parsing/suggest.js';
import type { AlertSearchMode } from './alert-draft.js';

/** Ignored in what callers send, so that a body fetched can be sent back. */
const READ_ONLY_FIELDS = ['id', 'eventDestinationId', 'destinationStatus', 'createdAt', 'updatedAt'] as const;

const WRITTEN_FIELDS = [
  'name',
  'active',
  'searchMode',
  'criteria',
  'notificationConfig',
  'signingKey',
  'destinationWebhookUrl',
  'destinationEmail',
] as const;

const ALERT_FIELDS: ReadonlySet<string> = new Set([...WRITTEN_FIELDS, ...READ_ONLY_FIELDS]);
const CLASSIC_ALERT_FIELDS: ReadonlySet<string> = new Set([...ALERT_FIELDS, ...CLASSIC_KEYS]);

/** Conditions of a tree, written beside it. */
const MEANT_IN_CRITERIA: ReadonlyMap<string, string> = new Map(
  [...MEANT_IN_A_NODE.keys(), ...NODE_KEYS].map((key) => [key.toLowerCase(), 'conditions stand inside criteria']),
);

/** Refuses what an alert does not have. Classic filters in the wrong mode are told by who reads the mode. */
export function refuseUnknownNames(body: JsonObject, mode: AlertSearchMode, problems: Problems): void {
  const [known, elsewhere] =
    mode === 'classic' ? [CLASSIC_ALERT_FIELDS, MEANT_IN_CLASSIC] : [ALERT_FIELDS, MEANT_IN_CRITERIA];
  for (const key of Object.keys(body)) {
    if (problems.full) return;
    if (!CLASSIC_ALERT_FIELDS.has(key)) problems.add(shorten(key), explainUnknownKey(key, known, elsewhere));
  }
}
