import { PROBLEM_KINDS } from '../http/problem.js';
import { answer, listOf, string, type Schema } from './schema.js';

const members: Record<string, Schema> = {
  type: { type: 'string', enum: Object.keys(PROBLEM_KINDS).map((kind) => `urn:gable:problem:${kind}`) },
  title: string,
  status: { type: 'integer' },
  detail: { ...string, description: 'What happened and what to do about it.' },
  instance: { ...string, description: 'urn:uuid: and the request id, which also stands in X-Request-Id.' },
};

export const PROBLEM_SCHEMAS: Record<string, Schema> = {
  Problem: answer(members, [], { description: 'RFC 9457.' }),
  ValidationProblem: answer({
    ...members,
    violations: listOf(
      answer({
        propertyPath: { ...string, description: 'In your own spelling; empty for the body itself.' },
        message: string,
      }),
      { minItems: 1, maxItems: 50 },
    ),
  }),
};
