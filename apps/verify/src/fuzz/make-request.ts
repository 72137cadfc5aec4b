import { Dice } from '@gable/domain/testing';
import { write, type Draft, type FuzzRequest } from './fuzz-request.js';
import type { FuzzWorld } from './fuzz-world.js';
import { mutateRequest } from './mutate-request.js';
import type { Operation, Parameter } from './operations.js';
import type { SchemaSampler } from './sample-schema.js';

/** Makes request number `n` of a seed: the routes take turns, and each gets a valid request and a mutation in turns. */
export class RequestMaker {
  constructor(
    private readonly operations: readonly Operation[],
    private readonly sampler: SchemaSampler,
    private readonly world: FuzzWorld,
    private readonly apiKey: string,
    private readonly seed: number,
  ) {}

  async make(n: number): Promise<FuzzRequest> {
    const dice = new Dice(Math.imul(this.seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b));
    const operation = this.operations[n % this.operations.length]!;
    const draft = await this.draft(operation, dice);
    return Math.floor(n / this.operations.length) % 2 === 0
      ? write(draft, { mutation: 'valid' })
      : mutateRequest(draft, dice);
  }

  private async draft(operation: Operation, dice: Dice): Promise<Draft> {
    const { template, parameters, body, isPublic } = operation;
    const path: Record<string, string> = {};
    for (const { name } of parameters.filter(({ in: place }) => place === 'path')) {
      path[name] =
        operation.method === 'DELETE'
          ? await this.world.makeRemovable(operation)
          : dice.pick(this.world.idsFor(operation, name));
    }
    const query = parameters
      .filter(({ in: place, required }) => place === 'query' && (required || dice.chance(0.3)))
      .flatMap((parameter) => this.valuesOf(parameter, dice));
    const headers = Object.fromEntries(
      parameters
        .filter(({ in: place }) => place === 'header' && dice.chance(0.3))
        .map(({ name }) => [name.toLowerCase(), `fuzz-${this.seed}-${dice.whole(0, 1e9)}`]),
    );
    const json =
      body === null || body.mediaType !== 'application/json'
        ? undefined
        : body.examples.length > 0 && dice.chance(0.3)
          ? dice.pick(body.examples)
          : this.sampler.sample(body.schema, dice);
    return {
      operation,
      path,
      query,
      json,
      methods: this.operations.filter((other) => other.template === template).map(({ method }) => method),
      headers: { ...(!isPublic && { 'x-api-key': this.apiKey }), ...headers },
    };
  }

  private valuesOf({ name, schema }: Parameter, dice: Dice): [string, string][] {
    const value = this.sampler.sample(schema, dice, name);
    return [value].flat().map((each) => [name, String(each)]);
  }
}
