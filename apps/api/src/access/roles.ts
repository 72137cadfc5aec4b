import { SetMetadata } from '@nestjs/common';
import type { Role } from '@gable/domain';

export const ACCESS = 'gable:access';

/** Who may call a route: some roles, or anybody without a key. */
export type Access = { readonly roles: readonly Role[]; readonly isForOperators?: true } | 'public';

/** Roles whose keys a route admits. */
export const Roles = (...roles: Role[]) => SetMetadata(ACCESS, { roles } satisfies Access);

/** A route for keys of accounts that OPERATOR_ACCOUNTS names: what it changes, it changes for everybody. */
export const ForOperators = () =>
  SetMetadata(ACCESS, { roles: ['ROLE_API_CLIENT'], isForOperators: true } satisfies Access);

/** A route that needs no key. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
