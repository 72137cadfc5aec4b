import { Module } from '@nestjs/common';
import { FavoriteStore } from '@gable/persistence/properties';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { provideStoreWithQuotas } from '../quotas/provide-store-with-quotas.js';
import { FavoritePropertiesController } from './favorite-properties.controller.js';
import { FavoritePropertiesService } from './favorite-properties.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [FavoritePropertiesController],
  providers: [provideStoreWithQuotas(FavoriteStore), FavoritePropertiesService],
})
export class FavoritePropertiesModule {}
