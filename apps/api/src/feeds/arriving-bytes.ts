import type { Readable } from 'node:stream';
import { Problem } from '../http/problem.js';
import { UploadPace, type PaceRules } from './upload-pace.js';

/**
 * The bytes of a body as they arrive, at the pace of whoever reads them. The request itself stays open, so that a
 * refusal can be answered. @throws Problem content-too-large, request-timeout, and what the stream throws where the
 * sender hangs up
 */
export async function* arrivingBytes(body: Readable, maxBytes: number, rules: PaceRules): AsyncGenerator<Buffer> {
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const pace = new UploadPace(rules, performance.now());
  for (let bytes = 0; ;) {
    const since = performance.now();
    const next = await within(pace.patience(since), chunks.next());
    if (next === undefined) throw tooSlow();
    if (next.done) return;
    bytes += next.value.length;
    if (bytes > maxBytes) throw tooLarge(`A feed may have ${maxBytes} bytes as it is sent (FEED_UPLOAD_MAX_BYTES).`);
    const now = performance.now();
    if (!pace.received(next.value.length, now - since, now)) throw tooSlow();
    yield next.value;
  }
}

export function tooLarge(detail: string): Problem {
  return new Problem('content-too-large', detail);
}

function tooSlow(): Problem {
  return new Problem('request-timeout', 'The feed arrives too slowly, or takes too long. Send it in smaller parts.', {
    headers: { connection: 'close' },
  });
}

/** What the promise gives; undefined where it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  promise.catch(() => {}); // nobody may be waiting any more
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
