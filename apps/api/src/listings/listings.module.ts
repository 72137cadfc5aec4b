import { Module } from '@nestjs/common';
import { ListingStore } from '@gable/persistence/records';
import { provideStoresOn, SEARCH_DATABASE } from '@gable/platform';
import { ListingsController } from './listings.controller.js';
import { ListingsService } from './listings.service.js';

@Module({
  controllers: [ListingsController],
  providers: [...provideStoresOn(SEARCH_DATABASE, ListingStore), ListingsService],
})
export class ListingsModule {}
