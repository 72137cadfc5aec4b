import type { ProblemDocument } from '../http/problem.js';
import type { Answer } from './api-under-test.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Every error is a whole problem document, whoever noticed it. */
export function expectProblem({ status, headers, body: received }: Answer, expected: number, kind: string): void {
  const body = received as ProblemDocument;
  expect({ status, type: headers.get('content-type'), body }).toMatchObject({
    status: expected,
    type: 'application/problem+json',
  });
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(UUID);
  expect(headers.get('api-version')).toBe('1');
  expect(body).toMatchObject({
    type: `urn:gable:problem:${kind}`,
    status: expected,
    instance: `urn:uuid:${requestId}`,
    title: expect.any(String) as unknown,
  });
  expect(body.detail).toMatch(/\S/);
  expect(Object.keys(body).sort()).toEqual([
    'detail',
    'instance',
    'status',
    'title',
    'type',
    ...(expected === 422 ? ['violations'] : []),
  ]);
}

/** The paths that a 422 complains about, in order. */
export function violatedPaths(answer: Answer): string[] {
  expectProblem(answer, 422, 'validation-failed');
  return (answer.body as ProblemDocument).violations!.map(({ propertyPath }) => propertyPath);
}
