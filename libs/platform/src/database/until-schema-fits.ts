import { setTimeout as sleep } from 'node:timers/promises';
import { describeSchema, readSchemaState, type Database } from '@gable/persistence';
import type { WaitingRoom } from './waiting-room.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Waits until somebody has migrated the database to the schema of this release.
 * @throws SchemaTooNew where that is older than the database
 */
export async function untilSchemaFits(database: Database, room: Pick<WaitingRoom, 'wait' | 'close'>): Promise<void> {
  for (;;) {
    const state = await readSchemaState(database);
    if (state.kind === 'current' || state.kind === 'ahead') break;
    await room.wait(describeSchema(state));
    await sleep(LOOK_EVERY_MS);
  }
  await room.close();
}
