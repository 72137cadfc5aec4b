import { Module } from '@nestjs/common';
import { FavoriteStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { FavoritePropertiesController } from './favorite-properties.controller.js';
import { FavoritePropertiesService } from './favorite-properties.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [FavoritePropertiesController],
  providers: [...provideStores(FavoriteStore), FavoritePropertiesService],
})
export class FavoritePropertiesModule {}
