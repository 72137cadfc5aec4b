import { SeededRandom } from '@gable/domain/testing';
import { write, type Draft, type FuzzRequest } from './fuzz-request.js';
import type { FuzzFixture } from './fuzz-fixture.js';
import { mutateRequest } from './mutate-request.js';
import type { Operation, Parameter } from './operations.js';
import type { SchemaSampler } from './sample-schema.js';

/** What bodies are that no schema describes. */
const FEEDS: readonly string[] = ['application/x-ndjson'];

/** Makes request number `n` of a seed: the routes take turns, and each gets a valid request and a mutation in turns. */
export class RequestMaker {
  constructor(
    private readonly operations: readonly Operation[],
    private readonly sampler: SchemaSampler,
    private readonly fixture: FuzzFixture,
    private readonly seed: number,
  ) {}

  async make(n: number): Promise<FuzzRequest> {
    const random = new SeededRandom(Math.imul(this.seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b));
    const operation = this.operations[n % this.operations.length]!;
    const draft = await this.draft(operation, random);
    return Math.floor(n / this.operations.length) % 2 === 0
      ? write(draft, { mutation: 'valid' })
      : mutateRequest(draft, random);
  }

  private async draft(operation: Operation, random: SeededRandom): Promise<Draft> {
    const { template, parameters, body, isPublic } = operation;
    const path: Record<string, string> = {};
    for (const { name } of parameters.filter(({ in: place }) => place === 'path')) {
      path[name] =
        operation.method === 'DELETE'
          ? await this.fixture.makeRemovable(operation)
          : random.pick(this.fixture.idsFor(operation, name));
    }
    const query = parameters
      .filter(({ in: place, required }) => place === 'query' && (required || random.chance(0.3)))
      .flatMap((parameter) => this.valuesOf(parameter, random));
    const headers = Object.fromEntries(
      parameters
        .filter(({ in: place }) => place === 'header' && random.chance(0.3))
        .map(({ name }) => [name.toLowerCase(), `fuzz-${this.seed}-${random.whole(0, 1e9)}`]),
    );
    const json =
      body === null || body.mediaType !== 'application/json'
        ? undefined
        : body.examples.length > 0 && random.chance(0.3)
          ? random.pick(body.examples)
          : this.sampler.sample(body.schema, random);
    return {
      operation,
      path,
      query,
      json,
      ...(FEEDS.includes(body?.mediaType ?? '') && { feed: this.fixture.feed }),
      methods: this.operations.filter((other) => other.template === template).map(({ method }) => method),
      headers: { ...(!isPublic && { 'x-api-key': this.fixture.keyFor(operation) }), ...headers },
    };
  }

  private valuesOf({ name, schema }: Parameter, random: SeededRandom): [string, string][] {
    const value = this.sampler.sample(schema, random, name);
    return [value].flat().map((each) => [name, String(each)]);
  }
}
