import ipaddr from 'ipaddr.js';
import { readUrl } from '../values/read-url.js';
import { addressRefusal, inNetworks } from './address-refusal.js';

/** Longest address of a webhook, in characters. */
export const WEBHOOK_URL_MAX_LENGTH = 2_000;

/**
 * Why a URL cannot be the destination of a webhook, as a message for the caller; undefined where it can. Allowed is
 * https to a public host on a few ports; in the operator's networks (CIDRs) also http and any port. `addresses`: what
 * the host resolves to, where that is known. Networks that the operator closes are closed whatever else is said.
 */
export function webhookUrlRefusal(
  text: string,
  allowedNetworks: readonly string[] = [],
  addresses?: readonly string[],
  deniedNetworks: readonly string[] = [],
): string | undefined {
  if (text.length > WEBHOOK_URL_MAX_LENGTH)
    return `has ${text.length} characters; at most ${WEBHOOK_URL_MAX_LENGTH} are allowed`;
  // WHATWG URLs drop tabs and line ends and turn backslashes into slashes; the URL that is called must be the one
  // that was written.
  if (/[\s\p{Cc}\p{Cf}\p{Cs}\\]/u.test(text))
    return 'may not contain spaces, control characters or backslashes; percent-encode them';
  const url = readUrl(text);
  if (url === undefined) return EXAMPLE;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return EXAMPLE;
  if (!/^https?:\/\/[^/]/i.test(text)) return EXAMPLE;
  // Also an empty one, which WHATWG drops.
  if (/^[^/]*\/\/[^/?#]*@/.test(text))
    return 'may not carry a user name or password; verify the signature of the message instead';
  const host = hostOf(url);
  const known = ipaddr.isValid(host) ? [host] : isLocalhost(host) ? ['127.0.0.1'] : addresses;
  const isDenied = known?.some((ip) => inNetworks(ip, deniedNetworks)) ?? false;
  const isAllowed = known !== undefined && known.length > 0 && known.every((ip) => inNetworks(ip, allowedNetworks));
  if (isAllowed && !isDenied) return undefined;
  return (
    schemeRefusal(url) ??
    hostRefusal(host, deniedNetworks) ??
    addressesRefusal(host, addresses ?? [], allowedNetworks, deniedNetworks)
  );
}

const EXAMPLE = 'expects an address such as https://example.com/hooks/gable';

function schemeRefusal({ protocol, port }: URL): string | undefined {
  if (protocol !== 'https:')
    return 'must begin with https://; plain http is sent only into networks that the operator allows';
  if (port !== '' && !PORTS.has(port)) return `names port ${port}; possible are ${[...PORTS].join(', ')}`;
  return undefined;
}

const PORTS: ReadonlySet<string> = new Set(['443', '80', '8443', '8080']);

function hostRefusal(host: string, deniedNetworks: readonly string[]): string | undefined {
  if (ipaddr.isValid(host)) {
    const refusal = addressRefusal(host, [], deniedNetworks);
    return refusal && `names the host ${host}, which ${refusal}; use one that is reachable from the internet`;
  }
  const isInner = isLocalhost(host) || !host.includes('.') || INNER_NAMES.test(host);
  if (isInner)
    return `names the host ${host}, which only an inner network knows; use one that is reachable from the internet`;
  return host.split('.').every((label) => LABEL.test(label)) && host.length <= 253
    ? undefined
    : `names the host ${host.slice(0, 60)}, which is no host name`;
}

function addressesRefusal(
  host: string,
  addresses: readonly string[],
  allowedNetworks: readonly string[],
  deniedNetworks: readonly string[],
): string | undefined {
  for (const ip of addresses) {
    const refusal = addressRefusal(ip, allowedNetworks, deniedNetworks);
    // Not which: callers could have us look up the names of an inner network.
    if (refusal !== undefined)
      return `names the host ${host}, one of whose addresses ${refusal}; use one that is reachable from the internet`;
  }
  return undefined;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** RFC 6762, RFC 8375, ICANN's choice for private use, and names that routers and clouds give. */
const INNER_NAMES = /\.(?:local|internal|localdomain|intranet|lan|home|corp|home\.arpa)$/;

/** RFC 1123, and the underscore that some hosting names have. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
