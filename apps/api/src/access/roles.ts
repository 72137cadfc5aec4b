import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Role, Scope } from '@gable/domain';
import { ApiExtension } from '@nestjs/swagger';
import { SCOPE_EXTENSION } from '../openapi/scopes.js';

export const ACCESS = 'gable:access';
export const SCOPE = 'gable:scope';

/** Who may call a route: some roles, or anybody without a key. */
export type Access = { readonly roles: readonly Role[]; readonly isForOperators?: true } | 'public';

/** Roles whose keys a route admits. */
export const Roles = (...roles: Role[]) => SetMetadata(ACCESS, { roles } satisfies Access);

/** A route for keys of accounts that OPERATOR_ACCOUNTS names: what it changes, it changes for everybody. */
export const ForOperators = () =>
  SetMetadata(ACCESS, { roles: ['ROLE_API_CLIENT'], isForOperators: true } satisfies Access);

/** What a key that is narrowed has to have for a route; every route that needs a key says it. */
export const NeedsScope = (scope: Scope) =>
  applyDecorators(SetMetadata(SCOPE, scope), ApiExtension(SCOPE_EXTENSION, scope));

/** A route that needs no key. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
