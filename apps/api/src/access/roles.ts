import { SetMetadata } from '@nestjs/common';
import type { Role } from '@gable/domain';

export const ACCESS = 'gable:access';

/** Who may call a route: some roles, or anybody without a key. */
export type Access = { readonly roles: readonly Role[] } | 'public';

/** Roles whose keys a route admits. */
export const Roles = (...roles: Role[]) => SetMetadata(ACCESS, { roles } satisfies Access);

/** A route that needs no key. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);
