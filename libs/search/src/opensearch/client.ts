import { createRequire } from 'node:module';
import type { Client } from '@opensearch-project/opensearch';

/** The client is 546 modules: only a process that talks to an OpenSearch loads it, when it first does. */
const load = createRequire(import.meta.url);

/** A client of `@opensearch-project/opensearch`. */
export type OpenSearchClient = Client;

/** How a client asks. */
export interface ClientOptions {
  /** How long a request may take before it is given up. Searches are short; bulk writes and rebuilds ask for more. */
  readonly timeoutMs: number;
  /** gzip for what is sent: worth it for bulk writes to another machine. */
  readonly compressed?: boolean;
}

/**
 * A client of one OpenSearch, at an address that may carry a user name and a password. It never tries again by itself:
 * whoever asks decides, because a retry that nobody sees hides failures and doubles the load.
 */
export function openSearchClient(url: string, { timeoutMs, compressed = false }: ClientOptions): OpenSearchClient {
  const opensearch = load('@opensearch-project/opensearch') as typeof import('@opensearch-project/opensearch');
  return new opensearch.Client({
    node: url.replace(/\/+$/, ''),
    maxRetries: 0,
    requestTimeout: timeoutMs,
    resurrectStrategy: 'none', // one address: there is no other to ask while it is "dead"
    ...(compressed && { compression: 'gzip' as const }),
  });
}
