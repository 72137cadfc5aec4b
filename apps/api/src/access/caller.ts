import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Role, Scope } from '@gable/domain';
import type { FastifyRequest } from 'fastify';

/** Who asks: the key that was shown and the account it belongs to. */
export interface Caller {
  apiKeyUuid: string;
  accountId: string;
  role: Role;
  /** Domains whose feeds the key may send. */
  sources: readonly string[];
  /** What the key is narrowed to; none: all that its role may. */
  scopes: readonly Scope[];
  /** What is said of its requests in a minute; 0: any number, null: as the setting says. */
  requestsPerMinute: number | null;
  /** Whether OPERATOR_ACCOUNTS names the account. */
  isOperator: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** The caller of a route with `@Roles`. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().caller,
);
