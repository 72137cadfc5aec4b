import { charClass, digits, letters, runBack, runEnd, type Cut, type Scan, type Steps } from './scan.js';
import { REDACTED } from './secret-fields.js';

/**
 * The secret of an address whose `://` stands at `at`. Scheme, user, host and port stay. A password goes wherever it
 * stands; paths and queries of the web go too, since whoever knows the address of a webhook may post there.
 */
export function findAddress(scan: Scan, at: number): Cut | undefined {
  const { text, steps, done } = scan;
  const scheme = text.slice(runBack(text, at, Math.max(done, at - LONGEST_SCHEME), SCHEME, steps), at);
  if (scheme === '') return undefined;
  const from = at + 3;
  const isWeb = /^(?:https?|wss?)$/i.test(scheme);
  const authorityEnd = endOfAuthority(text, from, steps);
  const authority = text.slice(from, authorityEnd);
  scan.floor = authorityEnd + 1; // the mark that ends it stays in its place
  const userEnd = authority.lastIndexOf('@') + 1;
  const kept = hiddenUser(authority.slice(0, userEnd)) + authority.slice(userEnd);
  if (!isWeb) return { from, to: authorityEnd, text: kept };
  const end = trimmed(text, authorityEnd, runEnd(text, authorityEnd, ADDRESS, steps));
  const hasPath = end - authorityEnd > 1;
  return { from, to: end, text: kept + (hasPath ? text[authorityEnd]! + REDACTED : text.slice(authorityEnd, end)) };
}

/** Where the path begins, unless what looks like one belongs to a password that nobody escaped. */
function endOfAuthority(text: string, from: number, steps: Steps): number {
  const end = runEnd(text, from, AUTHORITY, steps);
  const plain = text.slice(from, end);
  if (plain.includes('@') || plain.startsWith('[') || !/:(?!\d*$)/.test(plain)) return end;
  const user = runEnd(text, from, USER, steps, Math.min(text.length, from + LONGEST_USER));
  return text[user] === '@' ? runEnd(text, user, AUTHORITY, steps) : end;
}

function hiddenUser(user: string): string {
  if (user === '') return '';
  const colon = user.indexOf(':');
  return colon === -1 ? `${REDACTED}@` : `${user.slice(0, colon)}:${REDACTED}@`;
}

/** Without the marks that end a sentence rather than an address. */
function trimmed(text: string, from: number, end: number): number {
  while (end > from && ".,;:!?'`)".includes(text[end - 1]!)) end -= 1;
  return end;
}

const LONGEST_SCHEME = 32;
const LONGEST_USER = 256;
const SCHEME = charClass(`${letters}${digits}+.-`);
const ADDRESS = charClass(' "<>', { inverted: true });
const AUTHORITY = charClass(' "<>/?#\\', { inverted: true });
const USER = charClass(' "<>@', { inverted: true });
