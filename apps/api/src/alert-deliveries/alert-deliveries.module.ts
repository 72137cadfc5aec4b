import { Module } from '@nestjs/common';
import { EventNotificationsModule } from '../event-notifications/event-notifications.module.js';
import { AlertDeliveriesController } from './alert-deliveries.controller.js';

@Module({ imports: [EventNotificationsModule], controllers: [AlertDeliveriesController] })
export class AlertDeliveriesModule {}
