/**
 * What addresses of one endpoint have in common: of a webhook the host and the path, since the rest often differs per
 * alert; of a mail the address. Upper and lower case count as the same in mail addresses and hosts.
 */
export function endpointKey(channel: 'EMAIL' | 'WEBHOOK', address: string): string {
  if (channel === 'EMAIL') return address.toLowerCase();
  const [, host, path] = WEBHOOK.exec(address) ?? [];
  if (host === undefined) throw new Error('The address of a webhook has to begin with a scheme and a host.');
  return host.toLowerCase() + (path || '/');
}

const WEBHOOK = /^[A-Za-z]+:\/\/([^/?#]*)([^?#]*)/;
