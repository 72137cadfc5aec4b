import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Why nothing is sent to an IP address, as a sentence that follows the address; undefined for public unicast
 * addresses and for the operator's networks (CIDRs), but for those that the operator closes. An IPv4 address inside an
 * IPv6 one (RFC 4291 mapped, RFC 6052 NAT64) is judged as IPv4. Asked when a destination is written, and again when
 * connecting.
 */
export function addressRefusal(
  ip: string,
  allowedNetworks: readonly string[] = [],
  deniedNetworks: readonly string[] = [],
): string | undefined {
  // Names of interfaces (fe80::1%eth0) are no part of the address.
  const [text = ''] = ip.split('%', 1);
  if (!ipaddr.isValid(text)) return 'is not an IP address';
  const address = ipaddr.parse(text);
  const reached = innerAddress(address);
  if (inNetworks(ip, deniedNetworks)) return 'is closed to webhooks by the operator';
  if (inNetworks(ip, allowedNetworks)) return undefined;
  if (METADATA.has(reached.toString())) return 'is a metadata service of a cloud';
  const range = reached.range();
  if (range !== 'unicast') return `is ${RANGE_NAMES[range] ?? `reserved (${range})`}`;
  // Everything routed in IPv6 lies in 2000::/3; what is left of ::/8 are old ways to write IPv4.
  if (reached.kind() === 'ipv6' && (reached.toByteArray()[0]! & 0xe0) !== 0x20) return 'is no public address';
  return undefined;
}

/**
 * Checks a setting of networks by the name that its message has.
 * @throws RangeError where one is no network (CIDR): otherwise every address would seem to be at fault, later
 */
export function checkNetworks(networks: readonly string[], name: string): void {
  for (const network of networks) {
    try {
      rangeOf(network);
    } catch (error) {
      const got = JSON.stringify(network);
      throw new RangeError(`${name}: expects networks such as 127.0.0.0/8 and fd00::/8, got ${got}`, { cause: error });
    }
  }
}

/** Whether an IP address, or the IPv4 address inside it, lies in one of the networks (CIDRs). */
export function inNetworks(ip: string, networks: readonly string[]): boolean {
  const [text = ''] = ip.split('%', 1);
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const reached = innerAddress(address);
  return networks.some((network) => {
    const [base, bits] = rangeOf(network);
    return [address, reached].some((each) => each.kind() === base.kind() && each.match(base, bits));
  });
}

/** Networks are the operator's few, and each is asked about at every attempt: reading one costs more than the rest. */
const RANGES = new Map<string, [Address, number]>();

function rangeOf(network: string): [Address, number] {
  const known = RANGES.get(network) ?? ipaddr.parseCIDR(network);
  RANGES.set(network, known);
  return known;
}

/** The IPv4 address that a packet to this IPv6 address ends at; other addresses are their own. */
function innerAddress(address: Address): Address {
  if (!('isIPv4MappedAddress' in address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  // 64:ff9b::/96: what DNS64 answers for a host that has IPv4 only.
  return address.match(NAT64, 96) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

/** Azure's is public by number; the others lie in ranges that are refused anyway and are named for the reason. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254']);

const RANGE_NAMES: { readonly [range: string]: string } = {
  unspecified: 'the address of no host',
  loopback: 'the machine itself (loopback)',
  private: 'in a private network',
  uniqueLocal: 'in a private network',
  linkLocal: 'a link-local address',
  carrierGradeNat: "in a provider's inner network",
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  '6to4': 'an address of a retired tunnel (6to4)',
  teredo: 'an address of a retired tunnel (Teredo)',
  reserved: 'reserved',
  deprecatedSiteLocal: 'in a private network',
};
