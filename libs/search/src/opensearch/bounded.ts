import * as errors from '@opensearch-project/opensearch/lib/errors.js';

/** The engine took longer than it was given. */
export class SlowAnswer extends errors.OpenSearchClientError {
  override readonly name = 'SlowAnswer';

  constructor(timeoutMs: number) {
    super(`no whole answer within ${timeoutMs} ms`);
  }
}

interface Abortable<T> extends Promise<T> {
  abort(): unknown;
}

/**
 * Waits for a request for `timeoutMs`, then cuts it off. The client's own time-out only watches for silence before
 * the answer begins; a server that stops in the middle of an answer would hold the caller for ever. @throws SlowAnswer
 */
export async function bounded<T>(request: Abortable<T> | Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SlowAnswer(timeoutMs));
      if ('abort' in request) request.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([request, late]);
  } finally {
    clearTimeout(timer);
  }
}
