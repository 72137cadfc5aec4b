import { SetMetadata } from '@nestjs/common';

export const MAY_BE_STALE = 'gable:may-be-stale';

/** What a route asks of the store. */
export type StaleKind = 'search' | 'analytics';

/** A route whose answer may come from a standby, as far behind as the settings let it be. */
export const MayBeStale = (kind: StaleKind) => SetMetadata(MAY_BE_STALE, kind);
