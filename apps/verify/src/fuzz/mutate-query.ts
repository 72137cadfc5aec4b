import { addressOf, write, type Mutation } from './fuzz-request.js';
import { STRANGE_TEXTS } from './strange-values.js';

export const unknownQuery: Mutation = (draft, random) => {
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

export const strangeQuery: Mutation = (draft, random) => {
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

export const repeatedQuery: Mutation = (draft, random) => {
  const parameter = random.pick(draft.operation.parameters.filter(({ in: place }) => place === 'query'));
  const { name, schema } = parameter;
  const value = draft.query.find(([other]) => other === name)?.[1] ?? '1';
  const query = [...draft.query.filter(([other]) => other !== name), [name, value] as const, [name, value] as const];
  return write(
    { ...draft, query },
    { mutation: `query ${name} twice`, ...(schema.type !== 'array' && { expected: { statuses: [422], names: name } }) },
  );
};

export const emptyQuery: Mutation = (draft, random) => {
  const { name } = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'query'));
  return write(
    { ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, '']] },
    { mutation: `query ${name} empty`, expected: { statuses: [422], names: name } },
  );
};

export const unencodedQuery: Mutation = (draft, random) => {
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

/** A lone surrogate has no encoding; its replacement is as strange. */
function encodable([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, Buffer.from(value).toString()];
}
