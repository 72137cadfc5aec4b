import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { isTooLong, parseDurationMs } from './durations.js';

/** Turns the text of a variable into a value; undefined means that it is none. */
type Reading<T> = (text: string) => T | undefined;

/**
 * A variable whose text must be readable; the message never repeats the text of a secret. What is expected may depend
 * on what is wrong.
 */
export function variable<T>(
  expects: string | ((text: string) => string),
  read: Reading<T>,
  { secret = false }: { secret?: boolean } = {},
) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    const what = typeof expects === 'string' ? expects : expects(text);
    context.addIssue({ code: 'custom', message: `expects ${what}${secret ? '' : `, got "${shorten(text)}"`}` });
    return z.NEVER;
  });
}

export const wholeNumber = (least: number, most: number) =>
  variable(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  });

/** Bytes; k, m and g are powers of 1,024. */
export const byteSize = variable('a size in bytes such as 500m or 16g', bytesOf);

/** The same; 0 where it says `off`. */
export const byteSizeOrOff = variable('a size in bytes such as 64m, or off', (text) =>
  text === 'off' ? 0 : bytesOf(text),
);

function bytesOf(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,12})([kmg]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}

export const oneOf = <T extends string>(...names: readonly T[]) =>
  variable(`one of ${names.join(', ')}`, (text) => names.find((name) => name === text));

export const duration = variable(
  (text) => (isTooLong(text) ? TOO_LONG : 'a duration such as 5s, 30m or 2h'),
  parseDurationMs,
);
const TOO_LONG = 'a duration of 1000y at most';

/** What the statements of one answer may take. Beyond some weeks PostgreSQL refuses it as a bound of a statement. */
export const budget = variable('a duration such as 500ms or 5s, of 1h at most', (text) => {
  const ms = parseDurationMs(text);
  return ms !== undefined && ms <= 3_600_000 ? ms : undefined;
});

const someTooLong = (text: string): boolean => text.split(',').some(isTooLong);

export const durations = variable(
  (text) => `durations ${someTooLong(text) ? 'of 1000y at most' : 'separated by commas, such as 5s,5m,30m'}`,
  (text) => {
    const values = text.split(',').map(parseDurationMs);
    return values.every((value) => value !== undefined) ? values : undefined;
  },
);

/** `2d,slow.example=14d`: of all, and of single names, which are in lower case. */
export const durationsByName = variable('durations such as 2d or 2d,slow.example=14d', (text) => {
  const entries = text.split(',').map((part): readonly [string, number | undefined] => {
    const [, name = '', duration] = /^\s*(?:([^=\s]+)\s*=)?\s*(\S+)\s*$/.exec(part) ?? [];
    return [name.toLowerCase(), duration === undefined ? undefined : parseDurationMs(duration)];
  });
  const isWhole =
    entries.every(([, ms]) => ms !== undefined) && new Set(entries.map(([name]) => name)).size === entries.length;
  return isWhole ? (entries as readonly (readonly [string, number])[]) : undefined;
});

export const share = variable('a share from 0 to 1, or in percent such as 30%', (text) => {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,6})?)\s*(%)?$/.exec(text) ?? [];
  const value = Number(digits) / (percent === undefined ? 1 : 100);
  return value <= 1 ? value : undefined;
});

/** Addresses carry passwords, so they are never repeated. */
export const address = (...protocols: readonly string[]) =>
  variable(
    (text) =>
      hasLonePercent(text)
        ? LONE_PERCENT
        : `an address that begins with ${protocols.map((each) => `${each}://`).join(' or ')}`,
    (text) => {
      const url = URL.canParse(text) && !hasLonePercent(text) ? new URL(text) : undefined;
      return url && protocols.includes(url.protocol.slice(0, -1)) && (url.hostname !== '' || url.search !== '')
        ? text.replace(/\/+$/, '')
        : undefined;
    },
    { secret: true },
  );

/** A password with a % that begins no code: who decodes it would fail, and name no setting. */
const hasLonePercent = (text: string): boolean => {
  const [, user = ''] = /^[^:]+:\/\/([^/?#]*)@/.exec(text) ?? [];
  return /%(?![\da-f]{2})/i.test(user);
};
const LONE_PERCENT = 'user and password percent-encoded: % as %25';

/** Where the world reaches the API: what mails append their paths to, so nothing may stand behind the path. */
export const publicAddress = variable(
  'an address that begins with http:// or https://, without user, password, ? and #',
  (text) => {
    const isPlain = /^https?:\/\/[^?#]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
    return isPlain && new URL(text).password === '' ? text.replace(/\/+$/, '') : undefined;
  },
  { secret: true },
);

/** Of a Redis or Valkey; its client takes the number of a database and nothing else behind the host. */
export const redisAddress = variable(
  (text) =>
    hasLonePercent(text)
      ? LONE_PERCENT
      : 'an address such as redis://user:password@host:6379, with nothing after it but the number of a database',
  (text) => {
    const url = URL.canParse(text) && !hasLonePercent(text) ? new URL(text) : undefined;
    const isWhole = url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^\/*\d*\/*$/.test(url.pathname);
    return isWhole && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined;
  },
  { secret: true },
);

/** Raster tiles, as MapLibre names them: by row and column, by a quadkey, or by the box that they show. */
export const tilesAddress = variable(
  'an address of tiles that contains their place, such as https://tiles.example/{z}/{x}/{y}.png',
  (text) => {
    const isPlaced = TILE_PLACES.some((names) => names.every((name) => text.includes(name)));
    return isPlaced && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined;
  },
  { secret: true },
);
const TILE_PLACES = [['{z}', '{x}', '{y}'], ['{quadkey}'], ['{bbox-epsg-3857}']];

/** Where a page may load from: single origins, or every address of https. */
export const origins = variable('origins such as https://tiles.example,https://img.example:8443, or https:', (text) => {
  const list = text.split(',').map((each) => each.trim().replace(/\/$/, ''));
  const isOrigin = (each: string) =>
    each === 'https:' ||
    (/^https?:\/\/[^/*;,\s'"]+$/.test(each) && URL.canParse(each) && new URL(each).origin === each);
  return list.every(isOrigin) ? list : undefined;
});

export const hostName = variable('an IP address or a host name', (text) =>
  isIP(text) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) ? text : undefined,
);

export const domainName = variable('a name of letters, digits, dots and hyphens, such as example.org', (text) =>
  DOMAIN_NAME.test(text) ? text.toLowerCase() : undefined,
);

/** Of OpenSearch, whose indices are named with it and what follows: `write.`, a hyphen and 17 digits. */
export const indexAlias = variable(
  'a name such as staging-properties: up to 100 lower-case letters, digits, ., _ and -, first a letter or digit',
  (text) => (/^[a-z\d][a-z\d._-]{0,99}$/.test(text) ? text : undefined),
);

export const networks = variable('networks such as 127.0.0.0/8,fd00::/8', (text) => {
  const list = text.split(',').map((each) => each.trim());
  return list.every(isNetwork) ? list : undefined;
});

/** Names separated by commas, none of them empty. */
export const names = variable('names separated by commas, such as operators,support', (text) => {
  const list = text.split(',').map((each) => each.trim());
  return list.includes('') ? undefined : list;
});

/** The sender of mails: the name is what a mail program shows. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

export const mailSender = variable<MailSender>(
  'one mail address, such as alerts@example.org or Gable <alerts@example.org>',
  (text) => {
    const [, quoted, plain, inBrackets, bare] = MAIL_SENDER.exec(text) ?? [];
    const address = inBrackets ?? bare;
    return address === undefined ? undefined : { name: (quoted ?? plain ?? 'Gable').trim(), address };
  },
);
/** `"Name" <address>`, `Name <address>` or an address; neither holds what could begin another header or address. */
const MAIL_SENDER =
  /^(?:(?:"([^"\\<>\p{C}]+)"|([^"\\<>,;:@\p{C}]+?))\s*<([^\s@<>,;"]+@[^\s@<>,;"]+)>|([^\s@<>,;"]+@[^\s@<>,;"]+))$/u;

export const filledText = variable('some text', (text) => text);

/** A bearer token: other characters reach the server changed, a blank ends it (RFC 6750), and neither matches. */
export const headerToken = (least: number) =>
  variable(
    `at least ${least} characters, only visible ASCII characters without spaces`,
    (text) => (text.length >= least && /^[\x21-\x7e]+$/.test(text) ? text : undefined),
    { secret: true },
  );

function isNetwork(text: string): boolean {
  const [ip = '', prefix = '', ...rest] = text.split('/');
  if (isIP(ip) === 0 || !/^\d{1,3}$/.test(prefix) || rest.length > 0) return false;
  try {
    new BlockList().addSubnet(ip, Number(prefix), isIP(ip) === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

/** Also a selector of DKIM (RFC 6376 §3.1), which may have an underscore. */
const DOMAIN_NAME =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?)*$/;

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
