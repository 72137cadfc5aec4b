import type { FastifyRequest } from 'fastify';
import { readJsonObject } from '../http/json-body.js';
import { invalid } from '../http/problem.js';
import { readInto } from '../http/read-request.js';
import { UuidInPath } from '../http/uuid-in-path.js';

const UUID = new UuidInPath();

/** The uuid in the path. @throws Problem not-found */
export const uuidOf = ({ params }: FastifyRequest): string => UUID.transform((params as { uuid: string }).uuid);

/** The body, a JSON object that the service reads. @throws Problem */
export const bodyOf = <T extends object>({ body }: FastifyRequest): T => readJsonObject(body) as T;

/** The query parameters of a class, each of which may be left out. @throws Problem validation-failed */
export function queryOf<T extends object>({ query }: FastifyRequest, type: new () => T): T {
  const given = query as Record<string, unknown>;
  if (Object.keys(given).length === 0) return new type(); // nothing to validate
  const read = readInto(type, given);
  if (!read.ok) throw invalid(read.violations);
  return read.value;
}
