import { charClass, digits, letters, runBack, runEnd, type Cut, type Scan } from './scan.js';
import { REDACTED } from './secret-fields.js';

/** The name before the `@` at `at`, where that is a mail address. The domain stays: it says whose server it was. */
export function findMail(scan: Scan, at: number): Cut | undefined {
  const { text, steps } = scan;
  const least = Math.max(scan.done, scan.floor);
  scan.floor = at + 1; // no name holds an @, so nothing before it is looked at again
  const from = text[at - 1] === '"' ? openingQuote(scan, at - 1, least) : runBack(text, at, least, LOCAL, steps);
  if (from >= at) return undefined;
  const end = runEnd(text, at + 1, text[at + 1] === '[' ? IP_LITERAL : DOMAIN, steps);
  steps.count += end - at;
  return isDomain(text.slice(at + 1, end)) ? { from, to: at, text: REDACTED } : undefined;
}

/** `"jane doe"@example.org` is an address too. */
function openingQuote({ text, steps }: Scan, closing: number, least: number): number {
  for (let from = closing - 1; from >= Math.max(least, closing - LONGEST_QUOTED); from -= 1) {
    steps.count += 1;
    if (text[from] === '"') return from;
  }
  return Infinity;
}

/** A label after the first begins with two letters: `@0.3.27` is a version. Whatever follows it makes no difference. */
function isDomain(text: string): boolean {
  if (text.startsWith('[')) return /[.:]/.test(text);
  return /[^.]\.+[^\d._-]{2}/.test(text);
}

const LONGEST_QUOTED = 130;
const LOCAL = charClass(`${letters}${digits}_.!#$%&'*+/=?^\`{|}~-`, { beyondAscii: true });
const DOMAIN = charClass(`${letters}${digits}.-_`, { beyondAscii: true });
const IP_LITERAL = charClass(`[${letters}${digits}:.`);
