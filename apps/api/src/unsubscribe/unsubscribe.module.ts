import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { MailSubscriptionStore } from '@gable/persistence/delivery';
import { UnsubscribeController } from './unsubscribe.controller.js';

@Module({
  controllers: [UnsubscribeController],
  providers: [
    {
      provide: MailSubscriptionStore,
      inject: [Database],
      useFactory: (database: Database) => new MailSubscriptionStore(database),
    },
  ],
})
export class UnsubscribeModule {}
