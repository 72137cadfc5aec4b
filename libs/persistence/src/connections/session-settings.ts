/**
 * What statements and the reading of their answers depend on, whatever the server, the database or the role say. With
 * a DateStyle of SQL every instant would be read as null, in silence.
 */
export const SESSION_SETTINGS = {
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
} as const;

/** An address for the driver, and the `options` that a connection begins with. */
export interface BegunSession {
  /** Without `options`: the driver would take them instead of all others. */
  readonly url: string;
  readonly options: string;
}

/** Those of the address count where Gable says nothing. `extra` are further settings. */
export function begunSession(address: string, extra: Readonly<Record<string, string>> = {}): BegunSession {
  const [, url = address, query] = /^([^?]*)\?([^]*)$/.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options');
  parameters.delete('options');
  const own = Object.entries({ ...SESSION_SETTINGS, ...extra }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  return {
    // as it was written, unless something was taken out
    url: given === null ? address : parameters.size === 0 ? url : `${url}?${parameters.toString()}`,
    options: [...(given === null ? [] : [given]), ...own].join(' '),
  };
}
