import { SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const DIRECT = 'gable:direct';

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
