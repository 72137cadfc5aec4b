import { Module } from '@nestjs/common';
import { ConfirmationLinks, MailConfirmationStore } from '@gable/persistence/delivery';
import { provideStores, SECRETS } from '@gable/platform';
import type { SecretRings } from '@gable/runtime';
import { MailConfirmationController } from './mail-confirmation.controller.js';

@Module({
  controllers: [MailConfirmationController],
  providers: [
    ...provideStores(MailConfirmationStore),
    {
      provide: ConfirmationLinks,
      inject: [SECRETS],
      useFactory: ({ keyPepper }: SecretRings) => new ConfirmationLinks(keyPepper),
    },
  ],
})
export class MailConfirmationModule {}
