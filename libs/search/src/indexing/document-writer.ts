import type { OpenSearchClient } from '../opensearch/client.js';
import type { SearchDocument } from '../opensearch/document.js';
import { explainFailure, failureOf, failureOfError } from '../opensearch/failures.js';

/**
 * What became of a document. `DONE`: this revision or a newer one is there. `LATER`: the engine is busy or was not
 * reached; whether it was written is not known. `MISSING`: the index is not there. `REFUSED`: it would be refused
 * again.
 */
export type WriteOutcome =
  | { readonly kind: 'DONE' | 'MISSING' }
  | { readonly kind: 'LATER'; readonly reason: string }
  | { readonly kind: 'REFUSED'; readonly reason: string };

/** Far below `http.max_content_length` (100 MB), so that one request never fills the heap of a small node. */
const MOST_BYTES = 5_000_000;

/**
 * Writes documents under their revisions as external versions: an older one never replaces a newer one, whatever the
 * order they arrive in. Answers an outcome per document, in order; throws only what is our own mistake.
 */
export async function writeDocuments(
  client: OpenSearchClient,
  alias: string,
  documents: readonly SearchDocument[],
): Promise<WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const document of documents) {
    const { id, revision } = document;
    const action = `{"index":{"_id":"${id}","version":${revision},"version_type":"external_gte"}}`;
    const text = `${action}\n${JSON.stringify(document)}\n`;
    if (bytes > 0 && bytes + text.length > MOST_BYTES) {
      outcomes.push(...(await send(client, alias, lines)));
      [lines, bytes] = [[], 0];
    }
    lines.push(text);
    bytes += text.length;
  }
  if (lines.length > 0) outcomes.push(...(await send(client, alias, lines)));
  return outcomes;
}

async function send(client: OpenSearchClient, alias: string, lines: readonly string[]): Promise<WriteOutcome[]> {
  try {
    // Without require_alias a write to an index that is gone would make one, with a mapping that OpenSearch guesses.
    const { body } = await client.bulk({ index: alias, require_alias: true, body: lines.join('') as never });
    return (body.items as BulkItem[]).map(({ index }) => outcomeOf(index));
  } catch (error) {
    const failure = failureOfError(error);
    if (failure === 'PASSING') return lines.map(() => ({ kind: 'LATER', reason: explainFailure(error)! }));
    if (failure === 'MISSING') return lines.map(() => ({ kind: 'MISSING' }));
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    if (lines.length === 1)
      return [
        { kind: 'REFUSED', reason: `The document has ${lines[0]!.length} bytes, more than the search engine takes.` },
      ];
    const middle = lines.length >> 1;
    return [
      ...(await send(client, alias, lines.slice(0, middle))),
      ...(await send(client, alias, lines.slice(middle))),
    ];
  }
}

interface BulkItem {
  readonly index: {
    readonly status: number;
    readonly error?: {
      readonly type?: string;
      readonly reason?: string;
      readonly caused_by?: { readonly reason?: string };
    };
  };
}

const DONE: WriteOutcome = { kind: 'DONE' };

function outcomeOf({ status, error }: BulkItem['index']): WriteOutcome {
  if (error === undefined) return DONE;
  switch (failureOf(error.type, status)) {
    case 'STALE':
      return DONE; // a newer revision is there
    case 'PASSING':
      return { kind: 'LATER', reason: reasonOf(error) };
    case 'MISSING':
      return { kind: 'MISSING' };
    default:
      return { kind: 'REFUSED', reason: reasonOf(error) };
  }
}

function reasonOf({ type, reason, caused_by: cause }: NonNullable<BulkItem['index']['error']>): string {
  return [type, reason, cause?.reason].filter((part) => part !== undefined).join(': ');
}
