import { addressRefusal, webhookUrlRefusal } from '@gable/domain/delivery';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { ResolveHost } from '@gable/runtime';

/** Nothing is sent there. */
export class DestinationRefused extends Error {
  override readonly name = 'DestinationRefused';

  constructor(readonly code: 'FORBIDDEN_ADDRESS' | 'INVALID_URL') {
    super(code);
  }
}

/** CIDRs that the operator opens and closes. */
export interface GuardedNetworks {
  readonly allowedNetworks: readonly string[];
  readonly deniedNetworks: readonly string[];
}

/**
 * Connects to public hosts and to hosts in the operator's networks, nowhere else. Every address of a name is checked,
 * one bad one refuses all, and the connection is made to those very addresses: what the name resolves to a moment later
 * plays no part. Literals are checked in the same way; a `lookup` hook alone never sees them.
 */
export function guardedConnector(
  networks: GuardedNetworks,
  resolve: ResolveHost,
  timeoutMs: number,
): buildConnector.connector {
  return (options, callback) => {
    checkedAddresses(options, networks, (hostname) => answerWithin(timeoutMs, resolve(hostname))).then(
      (addresses) =>
        buildConnector({
          timeout: timeoutMs,
          autoSelectFamily: true,
          lookup: pinnedTo(addresses),
          maxCachedSessions: 0,
        })(options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

async function checkedAddresses(
  { hostname, protocol, port }: buildConnector.Options,
  { allowedNetworks, deniedNetworks }: GuardedNetworks,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const isRefused = (address: string) => addressRefusal(address, allowedNetworks, deniedNetworks) !== undefined;
  if (addresses.length === 0 || addresses.some(isRefused)) throw new DestinationRefused('FORBIDDEN_ADDRESS');
  const origin = `${protocol}//${isIP(host) === 6 ? `[${host}]` : host}${port === '' ? '' : `:${port}`}/`;
  if (webhookUrlRefusal(origin, allowedNetworks, addresses) !== undefined) throw new DestinationRefused('INVALID_URL');
  return addresses;
}

/** Name servers that keep silent may not hold a connection of the origin for longer than an attempt lasts. */
async function answerWithin(timeoutMs: number, answer: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('The name servers did not answer.'), { code: 'ETIMEOUT' })),
      timeoutMs,
    );
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

/** A lookup that knows these addresses and no others. Node tries them in turn, families alternating (RFC 8305). */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}
