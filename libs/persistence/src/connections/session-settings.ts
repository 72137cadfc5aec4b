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

/** The `options` that a connection begins with: those of the address, then Gable's, which count. `extra` are more. */
export function startupOptions(address: string, extra: Readonly<Record<string, string>> = {}): string {
  const given = parametersOf(address).get('options');
  const own = Object.entries({ ...SESSION_SETTINGS, ...extra }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  return [...(given === null ? [] : [given]), ...own].join(' ');
}

/** An address without its `options`, which the driver would take instead of all others; else as it was written. */
export function withoutOptions(address: string): string {
  const parameters = parametersOf(address);
  if (!parameters.has('options')) return address;
  parameters.delete('options');
  const [url = address] = address.split('?', 1);
  return parameters.size === 0 ? url : `${url}?${parameters.toString()}`;
}

function parametersOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?([^]*)$/.exec(address)?.[1]);
}
