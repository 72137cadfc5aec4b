import { readAddresses } from './addresses.js';

/** The settings that lead to a database, by their names. */
export type DatabaseSettings = Readonly<Partial<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string>>>;

/**
 * What a server says that lets nobody in: SQLSTATE invalid_authorization, invalid_password, invalid_catalog_name,
 * too_many_connections, cannot_connect_now.
 */
const REFUSED: readonly unknown[] = ['28000', '28P01', '3D000', '53300', '57P03'];
/** How the driver ends a connection that nobody opens, and says that a server has no TLS. They have no code. */
const NO_ANSWER = 'Connection terminated due to connection timeout';
const NO_TLS = 'The server does not support SSL connections';
/** Of Node: a certificate that is not trusted, is not of this host, or is no longer good. */
const TLS_CODE = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
/** A name without an address, and a server that is not there. */
const UNREACHABLE: readonly unknown[] = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ETIMEDOUT'];

/**
 * Why a connection could not be opened, with the settings that may be wrong; undefined where the error says something
 * else. Names the host, which the driver does, too, and no password.
 */
export function connectionProblem(error: unknown, settings: DatabaseSettings): string | undefined {
  if (error instanceof AggregateError)
    return error.errors.map((each) => connectionProblem(each, settings)).find((problem) => problem !== undefined);
  const { code, message = '', hostname, address, port } = error as Partial<Record<string, string | number>>;
  const given = Object.entries(settings).filter(([, url]) => url !== undefined);
  if (REFUSED.includes(code)) return named(given, String(message));
  if (String(message).startsWith(NO_ANSWER)) return named(given, 'the server does not answer within 5 s');
  if (message === NO_TLS || TLS_CODE.test(String(code))) {
    const asked = given.filter(([, url]) => /[?&]ssl/.test(url));
    return asked.length === 0 ? undefined : named(asked, `TLS, as sslmode asks for it: ${lowerFirst(String(message))}`);
  }
  if (!UNREACHABLE.includes(code)) return undefined;
  const led = given.filter(([, url]) =>
    readAddresses(url)?.hosts.some((each) =>
      hostname === undefined ? each.port === port && isHost(each.host, address) : each.host === hostname,
    ),
  );
  if (led.length === 0) return undefined;
  const place = hostname === undefined ? `${address}:${port}` : String(hostname);
  return named(led, hostname === undefined ? `nothing answers at ${place} (${code})` : `no host ${place} (${code})`);
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1).replace(/[.\s]+$/, '');

function isHost(host: string, address: unknown): boolean {
  return host === address || !/^[\d.]+$|:/.test(host); // a name may lead to any address
}

function named(settings: readonly (readonly [string, string])[], problem: string): string {
  return `The database cannot be reached. ${settings.map(([name]) => name).join(' or ')}: ${problem}.`;
}
