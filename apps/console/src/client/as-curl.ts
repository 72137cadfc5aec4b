/** A request for a shell. The key stays out of it: it would end up in a history. */
export function asCurl(address: string, body?: object): string {
  if (body === undefined) return `curl -s "${address}" -H "X-API-Key: $KEY"`;
  return [
    `curl -s "${address}" \\`,
    `  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -H 'Accept: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}
