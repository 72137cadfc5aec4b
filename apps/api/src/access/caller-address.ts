import { BlockList, isIP, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Knows from which address a request comes. Behind proxies of the operator that is what the first of them saw:
 * X-Forwarded-For is read from its end, as long as the hop that wrote it is trusted. What a stranger wrote is never
 * believed. `Forwarded` (RFC 7239) is not read: a proxy that writes the one passes the other on as the caller sent it.
 */
export class CallerAddress {
  private readonly trusted = new BlockList();
  private readonly trustsNobody: boolean;

  /** @param networks CIDRs of trusted proxies */
  constructor(networks: readonly string[]) {
    this.trustsNobody = networks.length === 0;
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      this.trusted.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  /** In its shortest spelling; an IPv4 address that was mapped into IPv6 as IPv4. */
  of({ socket, headers }: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string } }): string {
    let address = readAddress(socket.remoteAddress ?? '') ?? 'unknown';
    const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (hops.length > 0 && this.isTrusted(address)) {
      const before = readAddress(hops.pop()!.trim());
      if (before === undefined) break; // the proxy hides it, or nobody wrote it
      address = before;
    }
    return address;
  }

  /** What limits are counted for: an IPv4 address, or the 64 bits of IPv6 that one customer of a provider has. */
  networkOf(request: Parameters<CallerAddress['of']>[0]): string {
    const address = this.of(request);
    return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
  }

  private isTrusted(address: string): boolean {
    return !this.trustsNobody && isIP(address) > 0 && this.trusted.check(address, familyOf(address));
  }
}

/** Reads `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; undefined where it is no address. */
function readAddress(text: string): string | undefined {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d+)?$|^(\d[\d.]*)(?::\d+)?$/.exec(text) ?? [];
  const address = (bracketed ?? dotted ?? text).replace(/%.*$/, ''); // a link's own name is of no use here
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+(?:\.\d+){3})$/.exec(shortest)?.[1] ?? shortest;
}

/** The eight groups of an IPv6 address in its shortest spelling. */
function groupsOf(address: string): string[] {
  const hexadecimal = address.replace(/[\d.]+\.[\d.]+$/, '0:0'); // the last 32 bits may stand in decimals
  const [head = [], tail = []] = hexadecimal.split('::').map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
