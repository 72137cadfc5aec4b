import { createHash, createVerify, type KeyObject } from 'node:crypto';

/**
 * Whether a message carries one DKIM signature that the key verifies: rsa-sha256 with relaxed header and relaxed body
 * (RFC 6376 §3.4.2, §3.4.4).
 */
export function verifyDkim(raw: Buffer, publicKey: KeyObject): { ok: boolean; tags: Record<string, string> } {
  const text = raw.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')).toLowerCase(),
      value: line.slice(line.indexOf(':') + 1),
    }));
  const signature = headers.find(({ name }) => name === 'dkim-signature')!;
  const tags = Object.fromEntries(
    signature.value
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  );
  const relaxed = (name: string, value: string): string =>
    `${name}:${value
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`;
  const body = text
    .slice(end + 4)
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)+$/, '\r\n');
  const left = headers.slice();
  const signed = tags.h!.split(':').flatMap((wanted) => {
    const at = left.findLastIndex(({ name }) => name === wanted.toLowerCase());
    return at < 0 ? [] : left.splice(at, 1).map(({ name, value }) => relaxed(name, value));
  });
  const data = [...signed, relaxed('dkim-signature', signature.value.replace(/(\bb=)[^;]*/, '$1'))].join('\r\n');
  const hashOk = createHash('sha256').update(body, 'latin1').digest('base64') === tags.bh;
  return { ok: hashOk && createVerify('sha256').update(data, 'latin1').verify(publicKey, tags.b!, 'base64'), tags };
}
