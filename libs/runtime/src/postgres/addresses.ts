/** A server of a cluster. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** An address of PostgreSQL, and the servers that it names. */
export interface Addresses {
  /** The address with the first server alone, as the driver takes it. */
  readonly url: string;
  readonly hosts: readonly Host[];
}

const DEFAULT_PORT = 5432;

/**
 * Reads `postgres://user:password@one:5432,two:5432/database`, as libpq writes several servers; also one alone. A port
 * that is left out is 5432. Undefined where it is no such address.
 */
export function readAddresses(text: string): Addresses | undefined {
  const [, scheme, user = '', list, rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([/?#].*)?$/.exec(text) ?? [];
  if (scheme === undefined || list === undefined) return undefined;
  const names = list.split(',');
  const url = `${scheme}${user}${names[0]!}${rest}`;
  if (!URL.canParse(url)) return undefined;
  const hosts = names.map(readHost);
  return hosts.every((host) => host !== undefined) ? { url, hosts } : undefined;
}

function readHost(text: string): Host | undefined {
  const url = URL.canParse(`postgres://${text}`) ? new URL(`postgres://${text}`) : undefined;
  if (url === undefined) return undefined;
  // an empty name: the driver's own default, or a socket of the query; of one server alone
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? DEFAULT_PORT : Number(url.port) };
}
