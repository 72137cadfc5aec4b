import type { FastifyRequest } from 'fastify';
import type { Config } from '@gable/runtime';
import { FEED_TYPES, unsupportedType } from '../http/feed-bodies.js';
import { Problem } from '../http/problem.js';
import { arrivingBytes, tooLarge } from './arriving-bytes.js';
import { PackedFeed } from './packed-feed.js';
import { PACE } from './upload-pace.js';

/** What bounds an upload. */
export type UploadLimits = Pick<Config['feedUploads'], 'maxBytes' | 'longestMs'> & {
  readonly maxUnpackedBytes: number;
};

/**
 * The feed that a request brings; nothing of it is read yet.
 * @throws Problem unsupported-media-type, content-too-large
 */
export function readUpload(request: FastifyRequest, limits: UploadLimits): PackedFeed {
  const { headers, raw } = request;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  if (!(FEED_TYPES as readonly string[]).includes(type.trim())) throw unsupportedType(request);
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) throw unsupported('A feed is UTF-8.');
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
    throw unsupported('A feed is sent plain or with Content-Encoding: gzip.');
  const { maxBytes, longestMs, maxUnpackedBytes } = limits;
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw tooLarge(`A feed may have ${maxBytes} bytes as it is sent (FEED_UPLOAD_MAX_BYTES).`);
  const bytes = arrivingBytes(raw, maxBytes, { ...PACE, longestMs });
  return new PackedFeed(bytes, { declaresGzip: encoding !== 'identity', maxUnpackedBytes });
}

function unsupported(detail: string): Problem {
  return new Problem('unsupported-media-type', detail, { headers: { 'accept-encoding': 'gzip' } });
}
