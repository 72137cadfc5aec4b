import { TransactionOriginEntity } from './transaction-origin.entity.js';
import { AccountEntity } from './accounts/account.entity.js';
import { AccountQuotaEntity } from './accounts/account-quota.entity.js';
import { ApiKeyEntity } from './accounts/api-key.entity.js';
import { PlanEntity } from './accounts/plan.entity.js';
import { RateWindowEntity } from './accounts/rate-window.entity.js';
import { PlanQuotaEntity } from './accounts/plan-quota.entity.js';
import { IdempotentRequestEntity } from './accounts/idempotent-request.entity.js';
import { AlertCriteriaHistoryEntity } from './alerts/alert-criteria-history.entity.js';
import { AlertEventEntity } from './alerts/alert-event.entity.js';
import { AlertShardEntity } from './alerts/alert-shard.entity.js';
import { AlertEntity } from './alerts/alert.entity.js';
import { DeadLetterEntity } from './alerts/dead-letter.entity.js';
import { MatchInflightEntity } from './alerts/match-inflight.entity.js';
import { MatchSuspectEntity } from './alerts/match-suspect.entity.js';
import { MatchWorkerEntity } from './alerts/match-worker.entity.js';
import { MarketMonthEntity } from './analytics/market-month.entity.js';
import { MarketRollupMonthEntity } from './analytics/market-rollup-month.entity.js';
import { MarketRollupEntity } from './analytics/market-rollup.entity.js';
import { AlertMailEntity } from './delivery/alert-mail.entity.js';
import { DeliveryEndpointEntity } from './delivery/delivery-endpoint.entity.js';
import { AlertSkipEntity } from './delivery/alert-skip.entity.js';
import { DeliveryOriginEntity } from './delivery/delivery-origin.entity.js';
import { DeliveryWakeupEntity } from './delivery/delivery-wakeup.entity.js';
import { DeliveryPauseEntity } from './delivery/delivery-pause.entity.js';
import { DeliveryPayloadEntity } from './delivery/delivery-payload.entity.js';
import { DeliveryEntity } from './delivery/delivery.entity.js';
import { EventDestinationEntity } from './delivery/event-destination.entity.js';
import { EventNotificationEntity } from './delivery/event-notification.entity.js';
import { MailConfirmationEntity } from './delivery/mail-confirmation.entity.js';
import { MailPolicyEntity } from './delivery/mail-policy.entity.js';
import { MailSubscriptionEntity } from './delivery/mail-subscription.entity.js';
import { ErasedListingEntity } from './erasure/erased-listing.entity.js';
import { ErasedSourceEntity } from './erasure/erased-source.entity.js';
import { FeedJobEntity } from './feeds/feed-job.entity.js';
import { FeedPortionEntity } from './feeds/feed-portion.entity.js';
import { FeedRejectPortionEntity } from './feeds/feed-reject-portion.entity.js';
import { DivisionCountStateEntity } from './geography/division-count-state.entity.js';
import { DivisionEditionEntity } from './geography/division-edition.entity.js';
import { DivisionPropertyCountEntity } from './geography/division-property-count.entity.js';
import { DivisionEntity } from './geography/division.entity.js';
import { ShapeEntity } from './geography/shape.entity.js';
import { IndexDirtyEntity } from './indexing/index-dirty.entity.js';
import { IndexRefusedEntity } from './indexing/index-refused.entity.js';
import { SearchIndexEntity } from './indexing/search-index.entity.js';
import { FormerListingEntity } from './listings/former-listing.entity.js';
import { IngestLockEntity } from './listings/ingest-lock.entity.js';
import { ListingBlockEntity } from './listings/listing-block.entity.js';
import { ListingChangeEntity } from './listings/listing-change.entity.js';
import { ListingRevisionEntity } from './listings/listing-revision.entity.js';
import { ListingSightingEntity } from './listings/listing-sighting.entity.js';
import { ListingStateEntity } from './listings/listing-state.entity.js';
import { ListingEntity } from './listings/listing.entity.js';
import { MarketEventEntity } from './listings/market-event.entity.js';
import { SourceFiguresEntity } from './listings/source-figures.entity.js';
import { SourceRejectEntity } from './listings/source-reject.entity.js';
import { SourceEntity } from './listings/source.entity.js';
import { WordIndexStateEntity } from './listings/word-index-state.entity.js';
import { AuditEntryEntity } from './operation/audit-entry.entity.js';
import { WorkerProcessEntity } from './operation/worker-process.entity.js';
import { SecretKeyEntity } from './operation/secret-key.entity.js';
import { PhraseListingsEntity } from './phrases/phrase-listings.entity.js';
import { PhraseSegmentEntity } from './phrases/phrase-segment.entity.js';
import { PhraseSignatureEntity } from './phrases/phrase-signature.entity.js';
import { PhraseSliceEntity } from './phrases/phrase-slice.entity.js';
import { FavoritePropertyEntity } from './properties/favorite-property.entity.js';
import { GroupingDecisionEntity } from './properties/grouping-decision.entity.js';
import { GroupingTieEntity } from './properties/grouping-tie.entity.js';
import { PropertyEntity } from './properties/property.entity.js';
import { PropertyWriteEntity } from './properties/property-write.entity.js';
import { RegroupPlanEntity } from './properties/regroup-plan.entity.js';
import { RegroupRunEntity } from './properties/regroup-run.entity.js';
import { TileSearchEntity } from './properties/tile-search.entity.js';
import { UsageCountEntity } from './usage/usage-count.entity.js';
import { UsageWriterEntity } from './usage/usage-writer.entity.js';

/** One entity per table: together they state the schema, and `schema-drift.db.spec.ts` holds them to the migrations. */
export const entities = [
  TransactionOriginEntity,
  AccountEntity,
  AccountQuotaEntity,
  ApiKeyEntity,
  PlanEntity,
  PlanQuotaEntity,
  RateWindowEntity,
  IdempotentRequestEntity,
  AlertCriteriaHistoryEntity,
  AlertEventEntity,
  AlertShardEntity,
  AlertEntity,
  DeadLetterEntity,
  MatchInflightEntity,
  MatchSuspectEntity,
  MatchWorkerEntity,
  MarketMonthEntity,
  MarketRollupMonthEntity,
  MarketRollupEntity,
  AlertMailEntity,
  AlertSkipEntity,
  DeliveryOriginEntity,
  DeliveryEndpointEntity,
  DeliveryWakeupEntity,
  DeliveryPauseEntity,
  DeliveryPayloadEntity,
  DeliveryEntity,
  EventDestinationEntity,
  EventNotificationEntity,
  MailConfirmationEntity,
  MailPolicyEntity,
  MailSubscriptionEntity,
  ErasedListingEntity,
  ErasedSourceEntity,
  FeedJobEntity,
  FeedPortionEntity,
  FeedRejectPortionEntity,
  DivisionCountStateEntity,
  DivisionEditionEntity,
  DivisionPropertyCountEntity,
  DivisionEntity,
  ShapeEntity,
  IndexDirtyEntity,
  IndexRefusedEntity,
  SearchIndexEntity,
  FormerListingEntity,
  IngestLockEntity,
  ListingBlockEntity,
  ListingChangeEntity,
  ListingRevisionEntity,
  ListingEntity,
  ListingSightingEntity,
  ListingStateEntity,
  MarketEventEntity,
  SourceEntity,
  SourceFiguresEntity,
  SourceRejectEntity,
  WordIndexStateEntity,
  AuditEntryEntity,
  SecretKeyEntity,
  WorkerProcessEntity,
  PhraseListingsEntity,
  PhraseSegmentEntity,
  PhraseSignatureEntity,
  PhraseSliceEntity,
  FavoritePropertyEntity,
  GroupingDecisionEntity,
  GroupingTieEntity,
  PropertyEntity,
  PropertyWriteEntity,
  RegroupPlanEntity,
  RegroupRunEntity,
  TileSearchEntity,
  UsageCountEntity,
  UsageWriterEntity,
];

/**
 * Those that stores ask the entity manager for, and what they relate to. A process reads the others as classes alone:
 * what TypeORM makes of all takes a tenth of a second in each pool.
 */
export const managedEntities = [
  AccountEntity,
  ApiKeyEntity,
  FavoritePropertyEntity,
  PlanEntity,
  PropertyEntity,
  SearchIndexEntity,
  ShapeEntity,
  SourceEntity,
];
