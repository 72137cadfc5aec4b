import { Module } from '@nestjs/common';
import { IdempotentRequestStore } from '@gable/persistence/accounts';
import { Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { AnswerRoom } from './answer-room.js';
import { Idempotency } from './idempotency.js';

/** For resources whose creation can be repeated with an `Idempotency-Key`. */
@Module({
  providers: [
    {
      provide: IdempotentRequestStore,
      inject: [Database, Sealer],
      useFactory: (database: Database, sealer: Sealer) => new IdempotentRequestStore(database, sealer),
    },
    { provide: AnswerRoom, useFactory: () => new AnswerRoom() },
    Idempotency,
  ],
  exports: [Idempotency],
})
export class IdempotencyModule {}
