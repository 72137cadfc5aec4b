import { Foundation1763700000001 } from './0001-foundation.js';
import { Alerts1763800000002 } from './0002-alerts.js';
import { Delivery1763900000003 } from './0003-delivery.js';
import { Favorites1763900000004 } from './0004-favorites.js';
import { DivisionEdition1763900000005 } from './0005-division-edition.js';
import { Analytics1764000000006 } from './0006-analytics.js';
import { Usage1764100000007 } from './0007-usage.js';
import { DivisionSearch1764200000008 } from './0008-division-search.js';
import { SearchIndex1764300000009 } from './0009-search-index.js';
import { Grouping1764400000010 } from './0010-grouping.js';
import { MailConfirmation1764500000011 } from './0011-mail-confirmation.js';
import { Rollups1764600000012 } from './0012-rollups.js';
import { Comments1764700000013 } from './0013-comments.js';
import { DeliveryRules1764800000014 } from './0014-delivery-rules.js';
import { ShapesOnce1764800000015 } from './0015-shapes-once.js';
import { Receivers1764800000016 } from './0016-receivers.js';
import { AccountQuotas1764800000017 } from './0017-account-quotas.js';
import { Secrets1764800000018 } from './0018-secrets.js';
import { IngestLock1764800000019 } from './0019-ingest-lock.js';
import { ListsByTime1764800000020 } from './0020-lists-by-time.js';
import { RemovedAlerts1764800000021 } from './0021-removed-alerts.js';
import { SourceFigures1764800000023 } from './0023-source-figures.js';
import { FeedJobs1764800000024 } from './0024-feed-jobs.js';
import { ListingStates1764800000025 } from './0025-listing-states.js';
import { Words1764800000026 } from './0026-words.js';
import { ForcedFeeds1764800000027 } from './0027-forced-feeds.js';
import { PropertyPlaces1764800000028 } from './0028-property-places.js';
import { FormerListings1764800000030 } from './0030-former-listings.js';
import { TileSearches1764800000031 } from './0031-tile-searches.js';
import { Operation1764800000032 } from './0032-operation.js';
import { Erasure1764800000034 } from './0034-erasure.js';
import { AccountAudit1764800000035 } from './0035-account-audit.js';
import { PropertyWrites1764800000037 } from './0037-property-writes.js';
import { ListingSightings1764800000038 } from './0038-listing-sightings.js';
import { Administration1764800000039 } from './0039-administration.js';
import { RateWindows1764800000040 } from './0040-rate-windows.js';
import { DaysOnOffer1764800000043 } from './0043-days-on-offer.js';
import { WordParts1764800000044 } from './0044-word-parts.js';
import { TitleWords1764800000045 } from './0045-title-words.js';
import { Phrases1764800000046 } from './0046-phrases.js';
import { AttemptsByStatus1764800000049 } from './0049-attempts-by-status.js';
import { WordIndexState1764800000050 } from './0050-word-index-state.js';
import { CityParts1764800000051 } from './0051-city-parts.js';
import { SpentCriteria1764800000052 } from './0052-spent-criteria.js';
import { MailAllowance1764800000053 } from './0053-mail-allowance.js';
import { ErasedSources1764800000054 } from './0054-erased-sources.js';
import { EventAccounts1764800000055 } from './0055-event-accounts.js';

/**
 * The oldest schema whose release may run beside this one, and again after it: raised by a migration that takes away
 * what such a release uses (docs/upgrading.md).
 */
export const OLDEST_BESIDE = 35;

/** In the order they apply. A migration that has landed is never edited; the next change is the next file. */
export const migrations = [
  Foundation1763700000001,
  Alerts1763800000002,
  Delivery1763900000003,
  Favorites1763900000004,
  DivisionEdition1763900000005,
  Analytics1764000000006,
  Usage1764100000007,
  DivisionSearch1764200000008,
  SearchIndex1764300000009,
  Grouping1764400000010,
  MailConfirmation1764500000011,
  Rollups1764600000012,
  Comments1764700000013,
  DeliveryRules1764800000014,
  ShapesOnce1764800000015,
  Receivers1764800000016,
  AccountQuotas1764800000017,
  Secrets1764800000018,
  IngestLock1764800000019,
  ListsByTime1764800000020,
  RemovedAlerts1764800000021,
  SourceFigures1764800000023,
  FeedJobs1764800000024,
  ListingStates1764800000025,
  Words1764800000026,
  ForcedFeeds1764800000027,
  PropertyPlaces1764800000028,
  FormerListings1764800000030,
  TileSearches1764800000031,
  Operation1764800000032,
  Erasure1764800000034,
  AccountAudit1764800000035,
  PropertyWrites1764800000037,
  ListingSightings1764800000038,
  Administration1764800000039,
  RateWindows1764800000040,
  DaysOnOffer1764800000043,
  WordParts1764800000044,
  TitleWords1764800000045,
  Phrases1764800000046,
  AttemptsByStatus1764800000049,
  WordIndexState1764800000050,
  CityParts1764800000051,
  SpentCriteria1764800000052,
  MailAllowance1764800000053,
  ErasedSources1764800000054,
  EventAccounts1764800000055,
];
