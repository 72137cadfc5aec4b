import http from 'node:http';
import type { FuzzRequest } from './fuzz-request.js';
import { createFuzzFixture, type FuzzTarget } from './fuzz-fixture.js';
import type { AnswerChecker } from './check-answer.js';
import { RequestMaker } from './make-request.js';
import { nameOf, readOperations, type OpenApi } from './operations.js';
import { SchemaSampler } from './sample-schema.js';
import { send, type FuzzAnswer } from './send.js';

export interface FuzzPlan extends Omit<FuzzTarget, 'agent'> {
  readonly requests: number;
  readonly seed: number;
  /** Only this request, instead of all. */
  readonly only?: number;
  readonly say?: (line: string) => void;
}

/** What one route answered: how many requests it got and the answers by the first digit of their status. */
export interface Reached {
  readonly route: string;
  requests: number;
  succeeded: number;
  refused: number;
  statuses: Set<number>;
}

export interface FuzzFinding {
  readonly number: number;
  readonly request: string;
  readonly wrong: readonly string[];
}

export interface FuzzOutcome {
  readonly coverage: readonly Reached[];
  readonly findings: readonly FuzzFinding[];
}

/** Requests under way at once. */
const AT_ONCE = 4;

/**
 * Sends requests made from the document that a running API serves, and checks every answer. The store has to be empty;
 * it is filled first.
 */
export async function runFuzz({ requests, seed, only, say = () => {}, ...plan }: FuzzPlan): Promise<FuzzOutcome> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const target = { ...plan, agent };
    const served = await send(agent, plan.base, { method: 'GET', address: '/openapi.json', headers: {}, body: null });
    const document = JSON.parse(served.text) as OpenApi;
    const operations = readOperations(document);
    const fixture = await createFuzzFixture(target);
    const maker = new RequestMaker(
      operations,
      new SchemaSampler(document.components.schemas, fixture.pools),
      fixture,
      seed,
    );
    // With its schema compiler, which other specs need not load
    const checker = new (await import('./check-answer.js')).AnswerChecker(document);
    const coverage = new Map(
      operations.map((operation): [string, Reached] => [
        nameOf(operation),
        { route: nameOf(operation), requests: 0, succeeded: 0, refused: 0, statuses: new Set() },
      ]),
    );
    const findings: FuzzFinding[] = [];
    let next = only ?? 0;
    const end = only === undefined ? requests : only + 1;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < end) {
          const number = next++;
          const request = await maker.make(number);
          if (only !== undefined) say(describe(request));
          const { answer, wrong } = await attempt(agent, plan.base, request, checker);
          if (only !== undefined && answer)
            say(`${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text.slice(0, 4_000)}`);
          count(coverage.get(nameOf(request.operation))!, request, answer);
          if (wrong.length > 0) findings.push({ number, request: describe(request), wrong });
          if (number > 0 && number % 2_000 === 0) say(`${number} requests, ${findings.length} findings`);
        }
      }),
    );
    return { coverage: [...coverage.values()], findings: findings.sort((one, other) => one.number - other.number) };
  } finally {
    agent.destroy();
  }
}

async function attempt(
  agent: http.Agent,
  base: URL,
  request: FuzzRequest,
  checker: AnswerChecker,
): Promise<{ answer?: FuzzAnswer; wrong: string[] }> {
  try {
    const answer = await send(agent, base, request);
    return { answer, wrong: checker.check(request, answer) };
  } catch (error) {
    return { wrong: [`was not answered: ${(error as Error).message}`] };
  }
}

function count(reached: Reached, { method, operation }: FuzzRequest, answer: FuzzAnswer | undefined): void {
  reached.requests += 1;
  if (answer === undefined) return;
  if (answer.status < 400 && method === operation.method) reached.succeeded += 1;
  if (answer.status >= 400) reached.refused += 1;
  reached.statuses.add(answer.status);
}

function describe({ mutation, method, address, headers, body }: FuzzRequest): string {
  const shown = Object.entries(headers)
    .filter(([name]) => name !== 'x-api-key')
    .map(([name, value]) => ` -H '${name}: ${value.slice(0, 60)}'`)
    .join('');
  const sent = body === null ? '' : ` -d '${body.toString().slice(0, 600)}'`;
  return `[${mutation}] ${method} ${address.slice(0, 300)}${shown}${sent}`;
}
