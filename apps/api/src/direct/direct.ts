import { SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const DIRECT = 'gable:direct';
export const LOOKS_FIRST = 'gable:looks-first';

/** What a handler of a route with `@LooksFirst` answers where the question costs more than a read. */
export const COSTS_MORE = Symbol('costs more');

/**
 * A direct route most of whose questions cost as little as a read: while an account is alone, its handler is called
 * with `true` behind its arguments in the pool of reads, and where that says COSTS_MORE once more as ever.
 */
export const LooksFirst = () => SetMetadata(LOOKS_FIRST, true);

/** Reads the arguments of a handler from a request. */
export type ReadArguments = (request: FastifyRequest, reply: FastifyReply) => readonly unknown[];

/**
 * A route that is asked very often: `DirectRoutes` calls its handler without Nest's pipeline of guards, interceptors
 * and pipes in between. It goes through the same checks, and what it declares of itself means the same. `read` gives
 * the handler's arguments, as its decorators of parameters say.
 */
export const Direct =
  <Arguments extends readonly unknown[]>(read: (request: FastifyRequest, reply: FastifyReply) => Arguments) =>
  (
    target: object,
    name: string,
    descriptor: { value?: (...values: [...Arguments]) => unknown } & PropertyDescriptor,
  ): void => {
    SetMetadata(DIRECT, read satisfies ReadArguments)(target, name, descriptor);
  };
