import type { FuzzRequest } from './fuzz-request.js';
import { AnswerChecker } from './check-answer.js';
import { readOperations, type OpenApi } from './operations.js';
import type { FuzzAnswer } from './send.js';

const problem = { schema: { $ref: '#/components/schemas/Problem' } };
const DOCUMENT: OpenApi = {
  paths: {
    '/things': {
      post: {
        security: [{ apiKey: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: false },
            },
          },
        },
        responses: {
          201: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
              },
            },
          },
          204: {},
          422: { content: { 'application/problem+json': problem } },
        },
      },
    },
  },
  components: {
    schemas: {
      Problem: { type: 'object', required: ['type', 'violations'], properties: { status: { type: 'integer' } } },
    },
  },
};
const [operation] = readOperations(DOCUMENT);
const request = (changes: Partial<FuzzRequest> = {}): FuzzRequest => ({
  operation: operation!,
  mutation: 'valid',
  method: 'POST',
  address: '/things',
  headers: {},
  body: null,
  json: { size: 1 },
  ...changes,
});
const REFUSAL = {
  type: 'urn:x',
  title: 'No',
  detail: 'size: no',
  status: 422,
  instance: 'urn:uuid:1',
  violations: [{ propertyPath: 'size', message: 'no' }],
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}): FuzzAnswer {
  return {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'x-request-id': '1',
      'api-version': '1',
      'content-type': status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json',
      ...headers,
    },
  };
}

describe('an answer', () => {
  const checker = new AnswerChecker(DOCUMENT);

  it('as the document has it is left alone', () => {
    expect(checker.check(request(), answer(201, { id: 'a' }))).toEqual([]);
    expect(checker.check(request(), answer(422, REFUSAL))).toEqual([]);
    expect(
      checker.check(request({ method: 'PATCH' }), answer(405, { ...REFUSAL, status: 405 }, { allow: 'POST' })),
    ).toEqual([]);
  });

  it.each<[string, FuzzRequest, FuzzAnswer, RegExp]>([
    ['of our own failure', request(), answer(500, REFUSAL), /^answered 500$/],
    ['that is unavailable', request(), answer(503, REFUSAL), /^answered 503$/],
    ['that lacks a member', request(), answer(201, {}), /^answer 201 .*id/],
    ['of an unknown status', request(), answer(200, { id: 'a' }), /^answered 200, which the document does not know/],
    [
      'of an unknown media type',
      request(),
      answer(201, 'x', { 'content-type': 'text/html' }),
      /^answered 201 as "text\/html"/,
    ],
    ['with a body where there is none', request(), answer(204, 'x'), /^answered 204 with a body/],
    [
      'without its id',
      request(),
      answer(201, { id: 'a' }, { 'x-request-id': undefined as never }),
      /^has no X-Request-Id/,
    ],
    [
      'that is no problem document',
      request(),
      answer(422, REFUSAL, { 'content-type': 'application/json' }),
      /^answered 422 as "application\/json"/,
    ],
    [
      'whose problem has no detail',
      request(),
      answer(422, { ...REFUSAL, detail: ' ' }),
      /^lacks type, title or detail/,
    ],
    [
      'whose problem says another status',
      request(),
      answer(422, { ...REFUSAL, status: 400 }),
      /^says 400 in an answer 422/,
    ],
    [
      'whose problem is of another request',
      request(),
      answer(422, { ...REFUSAL, instance: 'urn:uuid:2' }),
      /^has another instance/,
    ],
    ['that names no violation', request(), answer(422, { ...REFUSAL, violations: [] }), /^names no violation/],
    [
      'that names another parameter',
      request({ expected: { statuses: [422], names: 'page' } }),
      answer(422, REFUSAL),
      /^does not name page, but size/,
    ],
    [
      'other than this request must have',
      request({ expected: { statuses: [401] } }),
      answer(422, REFUSAL),
      /^answered 422, not 401/,
    ],
    [
      'that takes what the schema of the body refuses',
      request({ json: { size: 'x' } }),
      answer(201, { id: 'a' }),
      /^accepted \(201\) a body that its schema refuses/,
    ],
    [
      'that does what another method asks',
      request({ method: 'PATCH' }),
      answer(200, {}),
      /^answered 200 where only an error is right/,
    ],
    [
      '405 that does not say what is allowed',
      request({ method: 'PATCH' }),
      answer(405, { ...REFUSAL, status: 405 }),
      /^has no Allow/,
    ],
  ])('%s is found', (_, asked, given, finding) => {
    expect(checker.check(asked, given)).toContainEqual(expect.stringMatching(finding));
  });
});
