import { SetMetadata } from '@nestjs/common';
import type { PoolName } from '../databases/pools.js';

export const ADMISSION = 'gable:admission';

/** Where the work of a route is done: in a pool, or nowhere, because memory has the answer. */
export type Admission = PoolName | 'memory';

/** A route whose work is done in a pool, or a controller whose routes are. */
export const Admitted = (pool: PoolName) => SetMetadata(ADMISSION, pool satisfies Admission);

/** A route (or all of a controller) that is answered from memory. It waits for nobody. */
export const FromMemory = () => SetMetadata(ADMISSION, 'memory' satisfies Admission);
