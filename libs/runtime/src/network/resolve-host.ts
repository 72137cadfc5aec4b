import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a host name. @throws where there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers, IPv4 and IPv6. Not through `lookup`, the operating system's way: four names whose servers keep
 * silent would hold all threads it has and, with them, every other delivery. Only where the operator allows inner
 * networks, names that no server knows are looked up that way: the hosts file and the search list name inner hosts.
 */
export function hostResolver(allowedNetworks: readonly string[]): ResolveHost {
  return async (hostname) => {
    // Made anew each time: one resolver would keep the name servers of its start for ever.
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    if (allowedNetworks.length > 0) return (await lookup(hostname, { all: true })).map(({ address }) => address);
    throw Object.assign(new Error('No address was found.'), { code: 'ENOTFOUND' });
  };
}
