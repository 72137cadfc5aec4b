/** OpenSearch cannot run; the message says why and what to do. */
export class OpenSearchStartError extends Error {
  override readonly name = 'OpenSearchStartError';
}
