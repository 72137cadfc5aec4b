import { Module } from '@nestjs/common';
import { ConfirmationLinks, MailConfirmationStore } from '@gable/persistence/delivery';
import { Database } from '@gable/persistence';
import type { Secrets } from '@gable/runtime';
import { SECRETS } from '../parts.js';
import { MailConfirmationController } from './mail-confirmation.controller.js';

@Module({
  controllers: [MailConfirmationController],
  providers: [
    {
      provide: MailConfirmationStore,
      inject: [Database],
      useFactory: (database: Database) => new MailConfirmationStore(database),
    },
    {
      provide: ConfirmationLinks,
      inject: [SECRETS],
      useFactory: ({ keyPepper }: Pick<Secrets, 'keyPepper'>) => new ConfirmationLinks(keyPepper),
    },
  ],
})
export class MailConfirmationModule {}
