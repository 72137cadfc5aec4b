import { headersOf, write, type Mutation } from './fuzz-request.js';
import { mutateJson } from './mutate-json.js';

export const strangeBody: Mutation = (draft, random) => {
  const { json, change } = mutateJson(draft.json ?? {}, random);
  return write({ ...draft, json }, { mutation: change });
};

export const noBody: Mutation = (draft) =>
  write(draft, {
    mutation: 'no body',
    body: null,
    json: undefined,
    ...(draft.operation.body!.required && { expected: { statuses: [400, 404, 415] } }),
  });

export const brokenJson: Mutation = (draft, random) => {
  const text = JSON.stringify(draft.json ?? {});
  const body = random.pick([
    text.slice(0, -1),
    `${text}}`,
    `{${text}`,
    text.replaceAll('"', "'").padEnd(3, '{'),
    '{"a":1,}',
    '{"a":NaN}',
    '',
    ' ',
    'undefined',
    '{"a":01}',
    '{"a":"\\x"}',
    '[1',
    '"',
    '\u0000{}',
  ]);
  return write(draft, {
    mutation: 'broken JSON',
    body: Buffer.from(body),
    json: undefined,
    expected: { statuses: [400, 404] },
  });
};

export const otherContentType: Mutation = (draft, random) => {
  const type = random.pick([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'json',
    '',
    'application/jsonx',
    'application/ld+json',
  ]);
  return write(draft, {
    mutation: `content-type ${type}`,
    headers: headersOf(draft, { 'content-type': type }),
    json: undefined,
    expected: { statuses: [415, 404] },
  });
};

export const hugeBody: Mutation = (draft, random) => {
  const body = Buffer.from(
    JSON.stringify({ ...(draft.json as object), padding: 'x'.repeat(random.pick([70_000, 600_000, 1_200_000])) }),
  );
  return write(draft, {
    mutation: `body of ${body.length} bytes`,
    body,
    json: undefined,
    // A line of a feed may be that long, and says what of it is unknown.
    expected: { statuses: draft.operation.template.startsWith('/feeds/') ? [200, 201, 413, 409] : [413, 422, 404] },
  });
};

export const strangeBytes: Mutation = (draft, random) => {
  const body = random.pick([
    Buffer.from([0xff, 0xfe, 0x7b]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
    Buffer.from('null'),
    Buffer.from('[]'),
    Buffer.from('1'),
    Buffer.from('"x"'),
    Buffer.from('\ufeff{}'),
  ]);
  return write(draft, { mutation: 'strange bytes', body, json: undefined });
};
