/** Members of a line of JSON that are secret whatever they hold. */
const SECRET_FIELDS = [
  'x-api-key',
  'apiKey',
  'api_key',
  'signingKey',
  'signing_key',
  'password',
  'authorization',
  'cookie',
  'token',
  'secret',
  'keyPepper',
  'cursorSecret',
  'signingKeyEncryptionKey',
];

/**
 * What must never reach a log, whatever field or message it stands in. Each keeps enough to tell which one it was,
 * never enough to use it.
 */
const secrets: readonly [RegExp, string][] = [
  [/(gbl_live_[0-9A-Za-z]{10})_[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]'],
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*):[^\s@"]+@/gi, '$1:[redacted]@'],
  [/\/u\/[0-9A-Za-z_-]{8,}/g, '/u/[redacted]'],
  [/\b[\w.!#$%&'*+/=?^`{|}~-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})/gi, '[redacted]@$1'],
  [new RegExp(`("(?:${SECRET_FIELDS.join('|')})":)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), '$1"[redacted]"'],
];

/** A line of JSON without API keys, signing keys, passwords, unsubscribe tokens and the names of mail addresses. */
export function redact(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
