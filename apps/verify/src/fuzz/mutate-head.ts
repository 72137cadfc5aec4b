import { addressOf, headersOf, write, type Mutation } from './fuzz-request.js';
import { MALFORMED_IDS } from './strange-values.js';

export const otherMethod: Mutation = (draft, random) => {
  const method = random.pick(
    ['PATCH', 'TRACE', 'OPTIONS', 'PUT', 'DELETE', 'GET', 'POST', 'PROPFIND'].filter(
      (name) => !draft.methods.includes(name),
    ),
  );
  return write(draft, { mutation: `method ${method}`, method, json: undefined, expected: { statuses: [405] } });
};

export const noKey: Mutation = (draft) => {
  const { 'x-api-key': _, ...headers } = headersOf(draft, {});
  return write(draft, { mutation: 'no key', headers, expected: { statuses: [401] } });
};

export const badKey: Mutation = (draft, random) => {
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

export const badAccept: Mutation = (draft, random) => {
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

export const strangeHeader: Mutation = (draft, random) => {
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

/** Headers that are wishes: a tag that is none is a tag that nothing has, a language that is none is not spoken. */
const NEVER_REFUSED = ['If-None-Match', 'Accept-Language'];

export const badHeaderParameter: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'header'));
  const value = random.pick(['', 'a'.repeat(256), 'é', '\u00ff', 'tab\there']);
  return write(draft, {
    mutation: `header ${name}`,
    headers: headersOf(draft, { [name.toLowerCase()]: value }),
    ...(!NEVER_REFUSED.includes(name) && { expected: { statuses: [422] } }),
  });
};

export const malformedId: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'path'));
  const id = random.pick(MALFORMED_IDS);
  // Without a query, which is drawn from texts of all sorts and could be refused first.
  const marked = addressOf(draft.operation.template, { ...draft.path, [name]: 'MARK' }, []);
  return write(draft, {
    mutation: `path ${name} = ${id.slice(0, 40)}`,
    address: marked.replace('MARK', () => id),
    ...(name !== 'externalId' && { expected: { statuses: REFUSALS[name] ?? [404, 405] } }),
  });
};

/** How what is malformed is refused, where that is not an address that nobody knows. */
const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  domain: [403, 404, 405],
  ...Object.fromEntries(['z', 'x', 'y'].map((part) => [part, [404, 405, 422]])), // of a tile
};

export const unknownId: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'path'));
  const id = random.pick([
    '01900000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]);
  return write({ ...draft, path: { ...draft.path, [name]: id } }, { mutation: `unknown ${name}` });
};
