import { Module } from '@nestjs/common';
import { FeedJobStore } from '@gable/persistence/feeds';
import { SourceStore } from '@gable/persistence/listings';
import { provideStores } from '@gable/platform';
import { SourcesController } from './sources.controller.js';

@Module({ controllers: [SourcesController], providers: provideStores(SourceStore, FeedJobStore) })
export class SourcesModule {}
