import type { SpanIds } from '@gable/runtime';

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * The caller's span, as W3C Trace Context writes it; undefined where the header is none, which begins a trace anew
 * (https://www.w3.org/TR/trace-context/#traceparent-header).
 */
export function parseTraceparent(header: string | undefined): (SpanIds & { isSampled: boolean }) | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header?.trim() ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
