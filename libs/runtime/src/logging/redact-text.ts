import { findAddress } from './find-address.js';
import { findMail } from './find-mail.js';
import { charClass, digits, letters, runEnd, type Cut, type Scan, type Steps } from './scan.js';
import { REDACTED, SECRET_FIELDS } from './secret-fields.js';

/**
 * A text without API keys, signing keys, passwords in addresses, tokens of links, paths of web addresses and names of
 * mail addresses. Each keeps enough to tell which one it was, never enough to use it. Every character is visited a
 * bounded number of times, whatever the text: secrets are found by a short literal of theirs, runs of characters begin
 * there, and no run is read twice. `steps` counts the visits, for the spec that holds this.
 */
export function redactText(text: string, steps: Steps = { count: 0 }): string {
  const scan: Scan = { text, steps, done: 0, floor: 0 };
  const trigger = new RegExp(TRIGGER);
  let out = '';
  for (;;) {
    const from = trigger.lastIndex;
    const found = trigger.exec(text);
    steps.count += (found === null ? text.length : found.index) - from + 1;
    if (found === null) return scan.done === 0 ? text : out + text.slice(scan.done);
    const cut = find(scan, found[0], found.index);
    if (cut === undefined) {
      trigger.lastIndex = found.index + 1; // a declined literal may overlap the next one
      continue;
    }
    out += text.slice(scan.done, cut.from) + cut.text;
    scan.done = cut.to;
    trigger.lastIndex = cut.to;
  }
}

/** Literals by which secrets are found. Each has a bounded length, so that looking for them is one pass. */
const TRIGGER = new RegExp(
  [
    'gbl_live_',
    'whsec_',
    ':\\/\\/',
    '@',
    '(?:\\/|%2f)[cu](?:\\/|%2f)',
    'authorization["\'\\\\]{0,3}[ :=]{1,4}["\'\\\\]{0,3}(?:bearer|basic) ',
    `(?<=")(?:${SECRET_FIELDS.join('|')})\\\\{0,7}" ?: ?\\\\{0,7}"`,
  ].join('|'),
  'gi',
);

function find(scan: Scan, trigger: string, at: number): Cut | undefined {
  const after = at + trigger.length;
  if (trigger === '@') return findMail(scan, at);
  if (trigger === '://') return findAddress(scan, at);
  if (trigger.endsWith('"')) return member(scan, trigger, after);
  if (trigger.endsWith(' ')) return run(scan, after, CREDENTIALS, 1);
  if (/^whsec_$/i.test(trigger)) return run(scan, after, CREDENTIALS, 1);
  if (/^gbl_live_$/i.test(trigger))
    return scan.text[after + KEY_ID_LENGTH] === '_'
      ? run(scan, after + KEY_ID_LENGTH + 1, ALPHANUMERIC, 1) // the id of a key says which one it was
      : undefined;
  return run(scan, after, TOKEN, LEAST_TOKEN);
}

function run({ text, steps }: Scan, from: number, isIn: (code: number) => boolean, least: number): Cut | undefined {
  const to = runEnd(text, from, isIn, steps);
  return to - from < least ? undefined : { from, to, text: REDACTED };
}

/**
 * A member of JSON that stands in a text, quoted once or several times. Its value ends at a quote of the same depth.
 */
function member({ text, steps }: Scan, trigger: string, from: number): Cut | undefined {
  const depth = /\\*(?="$)/.exec(trigger)![0].length;
  let backslashes = 0;
  let to = from;
  for (; to < text.length; to += 1) {
    if (text[to] === '"' && backslashes <= depth) break;
    backslashes = text[to] === '\\' ? backslashes + 1 : 0;
  }
  steps.count += to - from + 1;
  const end = to < text.length ? Math.max(from, to - backslashes) : to;
  return { from, to: end, text: REDACTED };
}

const KEY_ID_LENGTH = 10;
/** The shortest token of ours has 22; a log may have cut it. */
const LEAST_TOKEN = 8;
const ALPHANUMERIC = charClass(letters + digits);
const TOKEN = charClass(`${letters}${digits}_-`);
const CREDENTIALS = charClass(`${letters}${digits}+/=_-.~`);
