import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { DeliveryRequestStore, EventNotificationStore } from '@gable/persistence/delivery';
import { EventNotificationsController } from './event-notifications.controller.js';
import { QueueRequests } from './queue-requests.js';

@Module({
  controllers: [EventNotificationsController],
  providers: [
    {
      provide: EventNotificationStore,
      inject: [Database],
      useFactory: (database: Database) => new EventNotificationStore(database),
    },
    {
      provide: QueueRequests,
      inject: [Database, EventNotificationStore],
      useFactory: (database: Database, notifications: EventNotificationStore) =>
        new QueueRequests(new DeliveryRequestStore(database), notifications, database),
    },
  ],
  exports: [EventNotificationStore, QueueRequests],
})
export class EventNotificationsModule {}
