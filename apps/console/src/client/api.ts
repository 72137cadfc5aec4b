import createClient, { type Middleware } from 'openapi-fetch';
import { currentSession, signOut } from '../session/session-key.js';
import { API_PATH } from './addresses.js';
import { problemOf, Unreachable } from './api-problem.js';
import type { components, paths } from './generated/openapi.js';

/** The classes of the published description: `Schema<'Alert'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Every operation of the published interface, typed by its description. Use it through `ask`. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: API_PATH,
  headers: { accept: 'application/json' },
  fetch: reach,
});

/** @throws Unreachable where no answer came: a TypeError may as well be a fault of ours */
async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    throw error instanceof TypeError ? new Unreachable({ cause: error }) : error;
  }
}

const withKey: Middleware = {
  onRequest({ request }) {
    const { key } = currentSession();
    if (key !== null) request.headers.set('x-api-key', key);
    return request;
  },
};
api.use(withKey);

/**
 * The data of an answer. A key that the API does not know any more signs out.
 * @throws ApiProblem where the API refused, Unreachable where it did not answer
 */
export async function ask<Data>(
  asked: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const keyBefore = currentSession().key;
  const { data, error, response } = await asked;
  if (response.ok) return data as NonNullable<Data>;
  const problem = problemOf(response, error);
  // Unless somebody signed in anew while this was under way.
  if (problem.status === 401 && currentSession().key === keyBefore) signOut(problem);
  throw problem;
}
