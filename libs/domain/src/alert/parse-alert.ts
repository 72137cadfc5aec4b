import { DEFAULT_CRITERIA_LIMITS } from '../criteria/limits.js';
import { isJsonObject, member, readBoolean, type JsonObject } from '../criteria/parsing/json.js';
import { Problems } from '../criteria/parsing/problems.js';
import { show } from '../criteria/parsing/show.js';
import type { Parsed } from '../criteria/violation.js';
import type { AlertContext } from './alert-context.js';
import type { AlertDraft } from './alert-draft.js';
import { refuseUnknownNames } from './alert-fields.js';
import { readDestination } from './read-destination.js';
import { readNotificationConfig } from './read-rules.js';
import { readAlertCriteria } from './read-alert-criteria.js';

/** Longest name of an alert, in characters (code points). */
export const ALERT_NAME_MAX_LENGTH = 200;

/**
 * Turns the body of an alert, any value at all, into a draft, or into all that is wrong with it. Without `current` it is a new alert; null then
 * means absent. With `current` it is a change (docs/alerts.md): what is left out stays, null clears, and criteria are replaced as a whole.
 * Never throws; the signing key is in no message.
 */
export function parseAlert(
  body: unknown,
  context: AlertContext,
  current: AlertDraft | null = null,
): Parsed<AlertDraft> {
  const problems = new Problems((context.limits ?? DEFAULT_CRITERIA_LIMITS).maxViolations);
  if (!isJsonObject(body)) {
    problems.add('', `expects an object, got ${show(body)}`);
    return { ok: false, violations: problems.violations };
  }
  const name = readName(body, current, problems);
  const active = readActive(body, current, problems);
  const wish = readAlertCriteria(body, context, current, problems);
  const keepsConfig = current !== null && !Object.hasOwn(body, 'notificationConfig');
  const notificationConfig = keepsConfig
    ? current.notificationConfig
    : readNotificationConfig(body['notificationConfig'], 'notificationConfig', problems);
  const destination = readDestination(body, context, current?.destination ?? null, problems);
  const signingKey = readSigningKey(body, context, current, problems);
  refuseUnknownNames(body, wish.searchMode, problems);
  if (!problems.none) return { ok: false, violations: problems.violations };
  return { ok: true, value: Object.freeze({ name, active, ...wish, notificationConfig, destination, signingKey }) };
}

function readName(body: JsonObject, current: AlertDraft | null, problems: Problems): string {
  const given = member(body, 'name');
  if (given === undefined) {
    if (current !== null && !Object.hasOwn(body, 'name')) return current.name;
    problems.add(
      'name',
      current === null ? 'is missing; an alert needs a name' : 'cannot be cleared; an alert needs a name',
    );
  } else if (typeof given !== 'string') {
    problems.add('name', `expects text, got ${show(given)}`);
  } else if (given.trim() === '') {
    problems.add('name', 'is empty; an alert needs a name');
  } else if ([...given].length > ALERT_NAME_MAX_LENGTH) {
    problems.add('name', `has ${[...given].length} characters; at most ${ALERT_NAME_MAX_LENGTH} are allowed`);
  } else if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(given)) {
    // It becomes the subject of mails.
    problems.add('name', 'may not contain line ends or other control characters');
  } else {
    return given;
  }
  return '';
}

function readActive(body: JsonObject, current: AlertDraft | null, problems: Problems): boolean {
  // Of two states neither is "none", and a cleared field should never switch on what its owner switched off.
  if (current !== null && Object.hasOwn(body, 'active') && body['active'] === null)
    problems.add('active', 'cannot be cleared; expects true or false');
  return readBoolean(member(body, 'active'), 'active', problems) ?? current?.active ?? true;
}

function readSigningKey(
  body: JsonObject,
  { newSigningKey }: AlertContext,
  current: AlertDraft | null,
  problems: Problems,
): string {
  if (current !== null && !Object.hasOwn(body, 'signingKey')) return current.signingKey;
  const given = member(body, 'signingKey');
  if (given === undefined) return newSigningKey();
  if (typeof given === 'string' && isSigningKey(given)) return given;
  problems.add(
    'signingKey',
    'expects whsec_ followed by 24 to 64 bytes in base64; leave it out and one is made for you',
  );
  return '';
}

function isSigningKey(text: string): boolean {
  const [, base64] = SIGNING_KEY.exec(text) ?? [];
  if (base64 === undefined) return false;
  const bytes = (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0);
  return bytes >= 24 && bytes <= 64;
}

const SIGNING_KEY = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
