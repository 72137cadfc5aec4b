import { Module } from '@nestjs/common';
import { DeliveryRequestStore, EventNotificationStore } from '@gable/persistence/delivery';
import { provideStores } from '@gable/platform';
import { EventNotificationsController } from './event-notifications.controller.js';
import { QueueRequests } from './queue-requests.js';

@Module({
  controllers: [EventNotificationsController],
  providers: [...provideStores(EventNotificationStore, DeliveryRequestStore), QueueRequests],
  exports: [EventNotificationStore, QueueRequests],
})
export class EventNotificationsModule {}
