import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FuzzRequest } from './fuzz-request.js';
import type { JsonSchema, OpenApi } from './operations.js';
import type { FuzzAnswer } from './send.js';

type Validate = ((value: unknown) => boolean) & { errors?: unknown };

interface Problem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly detail?: unknown;
  readonly instance?: unknown;
  readonly violations?: readonly { propertyPath: string; message: string }[];
}

/**
 * Says what is wrong with an answer: with its status, with its body by the schema of the document, or with it as the
 * answer to just this request.
 */
export class AnswerChecker {
  private readonly ajv = new Ajv2020({ strict: false, discriminator: false });
  private readonly validators = new Map<JsonSchema, Validate>();

  constructor(document: OpenApi) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'api');
  }

  /** Empty when all is well. */
  check(request: FuzzRequest, answer: FuzzAnswer): string[] {
    if (answer.status >= 500) return [`answered ${answer.status}`];
    return [
      ...this.checkHead(answer),
      ...(request.method === request.operation.method ? this.checkAsDescribed(request, answer) : problemsOf(answer)),
      ...checkExpected(request, answer),
      ...this.checkAccepted(request, answer),
    ];
  }

  private checkHead({ headers }: FuzzAnswer): string[] {
    return [
      ...(headers['x-request-id'] === undefined ? ['has no X-Request-Id'] : []),
      ...(headers['api-version'] === '1' ? [] : ['has no API-Version']),
    ];
  }

  private checkAsDescribed({ operation }: FuzzRequest, answer: FuzzAnswer): string[] {
    const described = operation.responses[answer.status];
    if (described === undefined) return [`answered ${answer.status}, which the document does not know here`];
    const mediaType = mediaTypeOf(answer);
    if (Object.keys(described).length === 0)
      return answer.text === '' ? [] : [`answered ${answer.status} with a body that the document does not know`];
    const schema = described[mediaType];
    if (schema === undefined)
      return [`answered ${answer.status} as "${mediaType}", which the document does not know here`];
    const isJson = /[/+]json$/.test(mediaType); // NDJSON is many
    return [
      ...(answer.status >= 400 && isJson ? problemsOf(answer) : []),
      ...(isJson ? this.misfits(schema, parse(answer.text), `answer ${answer.status}`) : []),
    ];
  }

  /** What the schema of the body refuses must not be done. */
  private checkAccepted({ operation, json, method }: FuzzRequest, { status }: FuzzAnswer): string[] {
    if (status >= 300 || json === undefined || method !== operation.method || operation.body === null) return [];
    return this.misfits(
      operation.body.schema,
      JSON.parse(JSON.stringify(json)),
      `accepted (${status}) a body that its schema refuses:`,
    );
  }

  private misfits(schema: JsonSchema, value: unknown, what: string): string[] {
    let validate = this.validators.get(schema);
    if (validate === undefined)
      this.validators.set(
        schema,
        (validate = this.ajv.compile(
          JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object,
        ) as Validate),
      );
    return validate(value) ? [] : [`${what} ${JSON.stringify(validate.errors).slice(0, 300)}`];
  }
}

/** RFC 9457, with all five members and the id of the request. */
function problemsOf({ status, headers, text }: FuzzAnswer): string[] {
  if (status < 400) return [`answered ${status} where only an error is right`];
  if (headers['content-type'] !== 'application/problem+json')
    return [`answered ${status} as "${headers['content-type']}"`];
  const problem = (parse(text) ?? {}) as Problem;
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  return [
    ...(isText(problem.type) && isText(problem.title) && isText(problem.detail) ? [] : ['lacks type, title or detail']),
    ...(problem.status === status ? [] : [`says ${String(problem.status)} in an answer ${status}`]),
    ...(problem.instance === `urn:uuid:${String(headers['x-request-id'])}`
      ? []
      : ['has another instance than its X-Request-Id']),
    ...(status === 422 && !(problem.violations ?? []).length ? ['names no violation'] : []),
    ...(status === 405 && headers.allow === undefined ? ['has no Allow'] : []),
  ];
}

function checkExpected({ expected }: FuzzRequest, { status, text }: FuzzAnswer): string[] {
  if (expected === undefined) return [];
  if (!expected.statuses.includes(status))
    return [`answered ${status}, not ${expected.statuses.join(' or ')}: ${text.slice(0, 200)}`];
  const { names } = expected;
  if (status !== 422 || names === undefined) return [];
  const paths = ((parse(text) as Problem).violations ?? []).map(({ propertyPath }) => propertyPath);
  return paths.some((path) => path.startsWith(names)) ? [] : [`does not name ${names}, but ${paths.join(', ')}`];
}

function mediaTypeOf({ headers }: FuzzAnswer): string {
  return (headers['content-type'] ?? '').split(';')[0]!;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
