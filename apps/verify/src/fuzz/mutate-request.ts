import type { SeededRandom } from '@gable/domain/testing';
import { addressOf, write, type Draft, type FuzzRequest } from './fuzz-request.js';
import { mutateJson } from './mutate-json.js';
import type { Parameter } from './operations.js';
import { MALFORMED_IDS, STRANGE_TEXTS } from './strange-values.js';

type Mutation = (draft: Draft, random: SeededRandom) => FuzzRequest;

/** A valid request with one thing wrong, or at least strange. */
export function mutateRequest(draft: Draft, random: SeededRandom): FuzzRequest {
  return random.pick(mutationsFor(draft))(draft, random);
}

function mutationsFor({ operation: { parameters, body, isPublic } }: Draft): Mutation[] {
  const takes = (place: Parameter['in']) => parameters.some((parameter) => parameter.in === place);
  return [
    otherMethod,
    ...(isPublic ? [] : [noKey, badKey, badAccept, strangeHeader, unknownQuery, unknownQuery]),
    ...(takes('path') ? [malformedId, malformedId, unknownId] : []),
    ...(takes('query')
      ? [
          strangeQuery,
          strangeQuery,
          strangeQuery,
          strangeQuery,
          repeatedQuery,
          repeatedQuery,
          emptyQuery,
          unencodedQuery,
        ]
      : []),
    ...(takes('header') ? [badHeaderParameter] : []),
    ...(body?.mediaType === 'application/json'
      ? [
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          noBody,
          brokenJson,
          otherContentType,
          hugeBody,
          strangeBytes,
        ]
      : []),
  ];
}

const otherMethod: Mutation = (draft, random) => {
  const method = random.pick(
    ['PATCH', 'TRACE', 'OPTIONS', 'PUT', 'DELETE', 'GET', 'POST', 'PROPFIND'].filter(
      (name) => !draft.methods.includes(name),
    ),
  );
  return write(draft, { mutation: `method ${method}`, method, json: undefined, expected: { statuses: [405] } });
};

const noKey: Mutation = (draft) => {
  const { 'x-api-key': _, ...headers } = headersOf(draft, {});
  return write(draft, { mutation: 'no key', headers, expected: { statuses: [401] } });
};

const badKey: Mutation = (draft, random) => {
  const key = random.pick([
    'x',
    'gbl_live_',
    `gbl_live_${'a'.repeat(16)}_${'b'.repeat(40)}`,
    'Bearer x',
    '\u00ff',
    'a'.repeat(4_000),
    "' or 1=1",
  ]);
  return write(draft, {
    mutation: 'bad key',
    headers: headersOf(draft, { 'x-api-key': key }),
    expected: { statuses: [401] },
  });
};

const badAccept: Mutation = (draft, random) => {
  const accept = random.pick([
    'text/plain',
    'application/xml',
    'application/json;q=0',
    'x',
    ';;;',
    '*/*;q=0',
    ',',
    'application/json;q=abc',
    'a/b,'.repeat(300),
  ]);
  return write(draft, { mutation: `accept ${accept.slice(0, 30)}`, headers: headersOf(draft, { accept }) });
};

const strangeHeader: Mutation = (draft, random) => {
  const [name, value] = random.pick([
    ['x-request-id', '../../x'],
    ['api-version', '99'],
    ['if-match', '*'],
    ['range', 'bytes=0-'],
    ['cookie', 'a=b; '.repeat(500)],
    ['x-http-method-override', 'DELETE'],
    ['accept-encoding', '%%%'],
    ['accept-language', 'ß'],
    ['authorization', 'Basic x'],
    ['origin', 'null'],
    ['forwarded', 'for="_x"'],
    ['x-forwarded-for', "1' --"],
    ['if-modified-since', 'never'],
    ['content-language', ''],
    ['te', 'trailers'],
  ] as const);
  return write(draft, { mutation: `header ${name}`, headers: headersOf(draft, { [name]: value }) });
};

const badHeaderParameter: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'header'));
  const value = random.pick(['', 'a'.repeat(256), 'é', '\u00ff', 'tab\there']);
  return write(draft, {
    mutation: `header ${name}`,
    headers: headersOf(draft, { [name.toLowerCase()]: value }),
    expected: { statuses: [422] },
  });
};

const malformedId: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'path'));
  const id = random.pick(MALFORMED_IDS);
  const marked = addressOf(draft.operation.template, { ...draft.path, [name]: 'MARK' }, draft.query);
  return write(draft, {
    mutation: `path ${name} = ${id.slice(0, 40)}`,
    address: marked.replace('MARK', () => id),
    expected: { statuses: [404, 405] },
  });
};

const unknownId: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'path'));
  const id = random.pick([
    '01900000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]);
  return write({ ...draft, path: { ...draft.path, [name]: id } }, { mutation: `unknown ${name}` });
};

const unknownQuery: Mutation = (draft, random) => {
  const name = random.pick([
    'unknown',
    'constructor',
    '__proto__',
    'toString',
    'page[]',
    'Page',
    'sort',
    'q ',
    'limit[0]',
    '東京',
    'a'.repeat(100),
  ]);
  const known = draft.operation.parameters.some((parameter) => parameter.name === name);
  const query = [...draft.query, [name, random.pick(['', '1', ...STRANGE_TEXTS])] as const];
  return write(
    { ...draft, query: query.map(encodable) },
    {
      mutation: `query unknown ${name.slice(0, 40)}`,
      ...(!known && { expected: { statuses: [422], names: name.slice(0, 40) } }),
    },
  );
};

const strangeQuery: Mutation = (draft, random) => {
  const { name, schema } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'query'));
  const value = random.pick(STRANGE_TEXTS);
  const isClosed = ['integer', 'number', 'boolean'].includes(String(schema.type)) || Array.isArray(schema.enum);
  const query = [...draft.query.filter(([other]) => other !== name), [name, value] as const];
  const isRead = isClosed && !FITS_A_NUMBER.test(value) && !(schema.enum as string[] | undefined)?.includes(value);
  return write(
    { ...draft, query: query.map(encodable) },
    {
      mutation: `query ${name} = ${value.slice(0, 40)}`,
      ...(isRead && { expected: { statuses: [422], names: name } }),
    },
  );
};

/** Texts that are numbers to somebody. */
const FITS_A_NUMBER = /^(-0|1e400|0x10|\s*)$/;

const repeatedQuery: Mutation = (draft, random) => {
  const parameter = random.pick(draft.operation.parameters.filter(({ in: place }) => place === 'query'));
  const { name, schema } = parameter;
  const value = draft.query.find(([other]) => other === name)?.[1] ?? '1';
  const query = [...draft.query.filter(([other]) => other !== name), [name, value] as const, [name, value] as const];
  return write(
    { ...draft, query },
    { mutation: `query ${name} twice`, ...(schema.type !== 'array' && { expected: { statuses: [422], names: name } }) },
  );
};

const emptyQuery: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'query'));
  return write(
    { ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, '']] },
    { mutation: `query ${name} empty`, expected: { statuses: [422], names: name } },
  );
};

const unencodedQuery: Mutation = (draft, random) => {
  const raw = random.pick([
    '%',
    '%zz',
    '%ff',
    '%00',
    '&&&',
    '=',
    '=1',
    '?',
    '%c3%28',
    'a=%E0%A4%A',
    '+',
    ';',
    '%5B%5D=',
    '&'.repeat(2_000),
  ]);
  const address = addressOf(draft.operation.template, draft.path, draft.query);
  return write(draft, {
    mutation: `query raw ${raw.slice(0, 20)}`,
    address: `${address}${address.includes('?') ? '&' : '?'}${raw}`,
  });
};

const strangeBody: Mutation = (draft, random) => {
  const { json, change } = mutateJson(draft.json ?? {}, random);
  return write({ ...draft, json }, { mutation: change });
};

const noBody: Mutation = (draft) =>
  write(draft, {
    mutation: 'no body',
    body: null,
    json: undefined,
    ...(draft.operation.body!.required && { expected: { statuses: [400, 404, 415] } }),
  });

const brokenJson: Mutation = (draft, random) => {
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

const otherContentType: Mutation = (draft, random) => {
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

const hugeBody: Mutation = (draft, random) => {
  const body = Buffer.from(
    JSON.stringify({ ...(draft.json as object), padding: 'x'.repeat(random.pick([70_000, 600_000, 1_200_000])) }),
  );
  return write(draft, {
    mutation: `body of ${body.length} bytes`,
    body,
    json: undefined,
    expected: { statuses: [413, 422, 404] },
  });
};

const strangeBytes: Mutation = (draft, random) => {
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

function headersOf(draft: Draft, changes: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...(draft.operation.body?.mediaType === 'application/json' &&
      draft.json !== undefined && { 'content-type': 'application/json' }),
    ...draft.headers,
    ...changes,
  };
}

/** A lone surrogate has no encoding; its replacement is as strange. */
function encodable([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, Buffer.from(value).toString()];
}
