import { Module } from '@nestjs/common';
import { FeedJobStore, FeedListingStore, FeedUploadStore } from '@gable/persistence/feeds';
import { ListingStore } from '@gable/persistence/records';
import { provideStores, provideStoresOn } from '@gable/platform';
import { AccessModule } from '../access/access.module.js';
import { UPLOAD_DATABASE } from '../databases/databases.module.js';
import { FeedJobsService } from './feed-jobs.service.js';
import { FeedsController } from './feeds.controller.js';
import { FeedUploadsService } from './feed-uploads.service.js';
import { PutListingService } from './put-listing.service.js';
import { ReadListingService } from './read-listing.service.js';

/** Feeds over HTTP, for keys that are bound to their sources. */
@Module({
  imports: [AccessModule],
  controllers: [FeedsController],
  providers: [
    ...provideStores(FeedJobStore, FeedListingStore, ListingStore),
    ...provideStoresOn(UPLOAD_DATABASE, FeedUploadStore),
    FeedUploadsService,
    FeedJobsService,
    PutListingService,
    ReadListingService,
  ],
})
export class FeedsModule {}
