import { READ_ONLY_ALERT_FIELDS, WRITTEN_ALERT_FIELDS } from './alert-fields.js';
import { CLASSIC_KEYS, MEANT_IN_A_NODE, MEANT_IN_CLASSIC, NODE_KEYS } from '../criteria/parsing/known-names.js';
import { DEFAULT_CRITERIA_LIMITS } from '../criteria/parsing/parsing-context.js';
import type { Criteria } from '../criteria/criteria.js';
import { isJsonObject, type JsonObject, member, readBoolean, show } from '../parsing/json.js';
import { shorten } from '../parsing/shorten.js';
import { explainUnknownKey } from '../parsing/suggest.js';
import { type Parsed, ViolationList } from '../parsing/violations.js';
import type { AlertContext, AlertDraft, AlertSearchMode } from './alert-draft.js';
import { readAlertCriteria } from './read-alert-criteria.js';
import { readDestination } from './read-destination.js';
import { readNotificationConfig } from './read-rules.js';

/** Longest name of an alert, in characters (code points). */
export const ALERT_NAME_MAX_LENGTH = 200;

/** A new alert: its criteria have the geometries of their shapes. */
export function parseAlert(body: unknown, context: AlertContext): Parsed<AlertDraft<Criteria>>;
/** A change of one that is stored. */
export function parseAlert(body: unknown, context: AlertContext, current: AlertDraft | null): Parsed<AlertDraft>;
/**
 * Turns the body of an alert, any JSON value, into a draft, or into all that is wrong with it. Without `current` it
 * is a new alert; null then means absent. With `current` it is a change (docs/alerts.md): what is left out stays,
 * null clears, and criteria are replaced as a whole. Throws for no such value; the signing key is in no message.
 */
export function parseAlert(
  body: unknown,
  context: AlertContext,
  current: AlertDraft | null = null,
): Parsed<AlertDraft> {
  const violations = new ViolationList((context.limits ?? DEFAULT_CRITERIA_LIMITS).maxViolations);
  if (!isJsonObject(body)) {
    violations.add('', `expects an object, got ${show(body)}`);
    return { ok: false, violations: violations.list };
  }
  const name = readName(body, current, violations);
  const active = readActive(body, current, violations);
  const search = readAlertCriteria(body, context, current, violations);
  const keepsConfig = current !== null && !Object.hasOwn(body, 'notificationConfig');
  const notificationConfig = keepsConfig
    ? current.notificationConfig
    : readNotificationConfig(body['notificationConfig'], 'notificationConfig', violations);
  const destination = readDestination(body, context, current?.destination ?? null, violations);
  const signingKey = readSigningKey(body, context, current, violations);
  refuseUnknownNames(body, search.searchMode, violations);
  if (!violations.isEmpty) return { ok: false, violations: violations.list };
  return { ok: true, value: Object.freeze({ name, active, ...search, notificationConfig, destination, signingKey }) };
}

function readName(body: JsonObject, current: AlertDraft | null, violations: ViolationList): string {
  const given = member(body, 'name');
  if (given === undefined) {
    if (current !== null && !Object.hasOwn(body, 'name')) return current.name;
    violations.add(
      'name',
      current === null ? 'is missing; an alert needs a name' : 'cannot be cleared; an alert needs a name',
    );
  } else if (typeof given !== 'string') {
    violations.add('name', `expects text, got ${show(given)}`);
  } else if (given.trim() === '') {
    violations.add('name', 'is empty; an alert needs a name');
  } else if ([...given].length > ALERT_NAME_MAX_LENGTH) {
    violations.add('name', `has ${[...given].length} characters; at most ${ALERT_NAME_MAX_LENGTH} are allowed`);
  } else if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(given)) {
    // It becomes the subject of mails.
    violations.add('name', 'may not contain line ends or other control characters');
  } else {
    return given;
  }
  return '';
}

function readActive(body: JsonObject, current: AlertDraft | null, violations: ViolationList): boolean {
  // Of two states neither is "none", and a cleared field should never switch on what its owner switched off.
  if (current !== null && Object.hasOwn(body, 'active') && body['active'] === null)
    violations.add('active', 'cannot be cleared; expects true or false');
  return readBoolean(member(body, 'active'), 'active', violations) ?? current?.active ?? true;
}

function readSigningKey(
  body: JsonObject,
  { newSigningKey }: AlertContext,
  current: AlertDraft | null,
  violations: ViolationList,
): string {
  if (current !== null && !Object.hasOwn(body, 'signingKey')) return current.signingKey;
  const given = member(body, 'signingKey');
  if (given === undefined) return newSigningKey();
  if (typeof given === 'string' && isSigningKey(given)) return given;
  violations.add(
    'signingKey',
    'expects whsec_ followed by 24 to 64 bytes in base64, or 16 to 128 printable characters that do not begin with ' +
      'whsec_; leave it out and one is made for you',
  );
  return '';
}

function isSigningKey(text: string): boolean {
  if (!/^\s*whsec_/i.test(text)) return PRINTABLE_KEY.test(text);
  const [, base64] = SIGNING_KEY.exec(text) ?? [];
  if (base64 === undefined) return false;
  const bytes = (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0);
  return bytes >= 24 && bytes <= 64;
}

const SIGNING_KEY = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
/** No control, format, private or unassigned characters, no line ends: what a person can copy. */
const PRINTABLE_KEY = /^[^\p{C}\p{Zl}\p{Zp}]{16,128}$/u;

const ALERT_FIELDS: ReadonlySet<string> = new Set([...WRITTEN_ALERT_FIELDS, ...READ_ONLY_ALERT_FIELDS]);
const CLASSIC_ALERT_FIELDS: ReadonlySet<string> = new Set([...ALERT_FIELDS, ...CLASSIC_KEYS]);

/** Names that belong inside `criteria`, with a hint for whoever writes them beside it. */
const MEANT_IN_CRITERIA: ReadonlyMap<string, string> = new Map(
  [...MEANT_IN_A_NODE.keys(), ...NODE_KEYS].map((key) => [key.toLowerCase(), 'conditions stand inside criteria']),
);

/** Refuses fields that an alert does not have. Classic filters in the wrong mode are refused where the mode is read. */
export function refuseUnknownNames(body: JsonObject, mode: AlertSearchMode, violations: ViolationList): void {
  const [known, elsewhere] =
    mode === 'classic' ? [CLASSIC_ALERT_FIELDS, MEANT_IN_CLASSIC] : [ALERT_FIELDS, MEANT_IN_CRITERIA];
  for (const key of Object.keys(body)) {
    if (violations.isFull) return;
    if (!CLASSIC_ALERT_FIELDS.has(key)) violations.add(shorten(key), explainUnknownKey(key, known, elsewhere));
  }
}
