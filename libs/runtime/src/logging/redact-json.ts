import { redactText } from './redact-text.js';
import type { Steps } from './scan.js';
import { REDACTED, SECRET_FIELDS } from './secret-fields.js';

/**
 * A JSON text with each of its strings redacted, names of members too, and nothing else changed: numbers keep their
 * digits. What stands under the name of a secret goes whole, whatever its type. Linear, like `redactText`.
 */
export function redactJson(json: string, steps: Steps = { count: 0 }): string {
  const out: string[] = [];
  let depth = 0;
  /** Depth of the list or object that is secret as a whole. */
  let hiddenFrom = Infinity;
  let isSecret = false;
  for (const token of tokensOf(json)) {
    steps.count += token.length;
    if (token.startsWith('"')) {
      const isName = token.endsWith(':');
      const text = isName ? token.replace(/"[ \t\r\n]*:$/, '"') : token;
      const after = token.slice(text.length);
      out.push((!isName && isSecret ? HIDDEN : redactString(text, steps)) + after);
      isSecret = depth >= hiddenFrom || (isName && FIELDS.has((JSON.parse(text) as string).toLowerCase()));
      continue;
    }
    const isScalar = /^[\d-]|^[tf]/.test(token);
    out.push(isScalar && isSecret ? HIDDEN : token);
    if (token === '[' || token === '{') {
      depth += 1;
      if (isSecret) hiddenFrom = Math.min(hiddenFrom, depth);
    } else if (token === ']' || token === '}') {
      depth -= 1;
      if (depth < hiddenFrom) hiddenFrom = Infinity;
    }
    if (token.trim() !== '') isSecret = depth >= hiddenFrom;
  }
  return out.join('');
}

function redactString(token: string, steps: Steps): string {
  const text = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  const redacted = redactText(text, steps);
  return redacted === text ? token : JSON.stringify(redacted);
}

/** Strings (with the colon where one is a name), brackets, and what stands between. */
function* tokensOf(json: string): Generator<string> {
  for (let at = 0; at < json.length;) {
    const end = json[at] === '"' ? endOf(COLON, json, stringEnd(json, at)) : endOf(OTHER, json, at);
    yield json.slice(at, end);
    at = end;
  }
}

/** By hand: a pattern with alternatives would keep a note for every character, and have no room for long strings. */
function stringEnd(json: string, from: number): number {
  let at = from + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOf(pattern: RegExp, json: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(json) ? pattern.lastIndex : from;
}

const COLON = /[ \t\r\n]*:/y;
const OTHER = /[[\]{}]|[^"[\]{} \t\r\n,:]+|[ \t\r\n,:]+/y;
const FIELDS: ReadonlySet<string> = new Set(SECRET_FIELDS);
const HIDDEN = JSON.stringify(REDACTED);
