import { readUrl } from '../values/read-url.js';

/** An address in the one spelling it is kept in, or why it is none, as a message for the caller. */
export type ParsedAddress =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly refusal: string };

/**
 * Reads one mail address: an addr-spec of RFC 5321 in its plain form and nothing else. Display names, lists, comments, quoted local parts, address
 * literals and line ends are refused: given to a mailer as text, each of them was delivered elsewhere. The domain is kept in lower case and, where it
 * is international, in its ASCII form (IDNA).
 */
export function parseMailAddress(text: string): ParsedAddress {
  if (/[<>]/.test(text)) return refused('expects the bare address, without a name or angle brackets');
  if (/[,;]/.test(text)) return refused('expects exactly one address');
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(text)) return refused('may not contain spaces, line ends or control characters');
  const at = text.lastIndexOf('@');
  if (at < 1 || at !== text.indexOf('@')) return refused(EXAMPLE);
  const local = text.slice(0, at);
  if (!LOCAL.test(local))
    return refused(
      "may have letters, digits, single dots and !#$%&'*+/=?^_`{|}~- before the @; quotes and comments are not accepted",
    );
  if (local.length > 64) return refused(`has ${local.length} characters before the @; at most 64 are allowed`);
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined) return refused('expects a domain such as example.com after the @');
  const address = `${local}@${domain}`;
  return address.length > 254
    ? refused(`has ${address.length} characters; at most 254 are allowed`)
    : { ok: true, address };
}

const EXAMPLE = 'expects one mail address such as alerts@example.com';

function refused(refusal: string): ParsedAddress {
  return { ok: false, refusal };
}

/** The domain in lower-case ASCII; undefined where it is none that mail can be sent to. */
function asciiDomain(text: string): string | undefined {
  // The host of a URL is read with IDNA, but also as an IP address and with escapes: these are kept from it here and below.
  const domain = /^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(text) ? readUrl(`http://${text}`)?.hostname : undefined;
  if (domain === undefined) return undefined;
  const labels = domain.split('.');
  if (domain.length > 253 || labels.length < 2 || /^\d+$/.test(labels.at(-1)!)) return undefined;
  return labels.every((label) => LABEL.test(label)) ? domain : undefined;
}

/** RFC 5321 dot-string. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
