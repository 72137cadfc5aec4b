import { parseTraceparent } from './traceparent.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

it('reads the trace, the span and whether it is kept', () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId, isSampled: false });
  expect(parseTraceparent(`00-${traceId}-${spanId}-03`)).toMatchObject({ isSampled: true });
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`)).toEqual({ traceId, spanId, isSampled: true });
});

it.each([
  ['nothing', undefined],
  ['a text', 'nonsense'],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['the forbidden version', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
  ['a short id', `00-${traceId.slice(1)}-${spanId}-01`],
])('begins anew with %s', (_, header) => expect(parseTraceparent(header)).toBeUndefined());
