import { Module } from '@nestjs/common';
import { MailSubscriptionStore } from '@gable/persistence/delivery';
import { provideStores } from '@gable/platform';
import { UnsubscribeController } from './unsubscribe.controller.js';

@Module({ controllers: [UnsubscribeController], providers: provideStores(MailSubscriptionStore) })
export class UnsubscribeModule {}
