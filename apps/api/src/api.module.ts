import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountModule } from './account/account.module.js';
import { AdmissionModule } from './admission/admission.module.js';
import { AlertDeliveriesModule } from './alert-deliveries/alert-deliveries.module.js';
import { AlertEventLogModule } from './alert-event-log/alert-event-log.module.js';
import { AlertEventsModule } from './alert-events/alert-events.module.js';
import { AlertPreviewModule } from './alert-preview/alert-preview.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CriteriaDescriptionModule } from './criteria-description/criteria-description.module.js';
import { DatabasesModule } from './databases/databases.module.js';
import { DirectModule } from './direct/direct.module.js';
import { EventNotificationsModule } from './event-notifications/event-notifications.module.js';
import { FavoritePropertiesModule } from './favorite-properties/favorite-properties.module.js';
import { FeedsModule } from './feeds/feeds.module.js';
import { GeoModule } from './geo/geo.module.js';
import { GroupingDecisionsModule } from './grouping-decisions/grouping-decisions.module.js';
import { GroupingModule } from './grouping/grouping.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { ListingsModule } from './listings/listings.module.js';
import { MailConfirmationModule } from './mail-confirmation/mail-confirmation.module.js';
import { PropertiesModule } from './properties/properties.module.js';
import { PropertyFacetsModule } from './property-facets/property-facets.module.js';
import { PropertyMapModule } from './property-map/property-map.module.js';
import { PropertyTilesModule } from './property-tiles/property-tiles.module.js';
import { ReplicaModule } from './replica/replica.module.js';
import { SourcesModule } from './sources/sources.module.js';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module.js';
import { UsageModule } from './usage/usage.module.js';
import { WordsModule } from './words/words.module.js';

/** Everything the interface answers, one line per resource. */
@Module({
  imports: [
    DatabasesModule, // connections of their own for analytics, previews and keys
    HttpModule, // errors, forms of answers, reading of requests
    AccessModule, // keys and roles before every route
    AdmissionModule, // slots for the work of every route, shared between accounts
    ReplicaModule, // lets searches and analytics read a standby
    DirectModule, // routes that are asked very often, without Nest's pipeline
    UsageModule, // counts what is billed
    HealthModule, // GET /health/live, /health/ready, /metrics
    ConsoleModule, // GET /, /console, /console/…
    AlertsModule, // POST /alerts; GET /alerts; GET, PUT, DELETE /alerts/{uuid}
    AlertEventsModule, // GET /alerts/{alertUuid}/events, …/events/{uuid}, …/events/{eventUuid}/explanation
    AlertEventLogModule, // GET /alert-events
    AlertPreviewModule, // POST /alerts/preview
    AlertDeliveriesModule, // GET /alerts/{uuid}/notifications; POST /alerts/{uuid}/test, /alerts/{uuid}/replay
    EventNotificationsModule, // GET /event-notifications, …/{uuid}; POST …/{uuid}/resend
    MailConfirmationModule, // GET, POST /c/{token}, without a key
    UnsubscribeModule, // GET, POST /u/{token}, without a key
    FavoritePropertiesModule, // GET, POST /favorite-properties; DELETE /favorite-properties/{id}
    SourcesModule, // GET /sources
    FeedsModule, // POST /feeds/{domain}; GET …/jobs, …/jobs/{id}, …/jobs/{id}/rejects; GET, PUT …/listings/{externalId}
    GeoModule, // GET /geo/autocomplete, /geo/outlines, /geo/divisions/{id}; GET, POST /geo/shapes; GET, DELETE …/{id}
    AccountModule, // GET /account, /account/api-usage
    AnalyticsModule, // GET /analytics/listings
    ListingsModule, // GET /listings/{id}, …/revisions, …/revisions/{revisionId}
    GroupingModule, // GET /properties/{uuid}/grouping
    GroupingDecisionsModule, // POST /grouping-decisions, …/preview; GET, DELETE …/{uuid}
    CriteriaDescriptionModule, // POST /criteria/describe
    WordsModule, // GET /criteria/words
    PropertyMapModule, // POST /properties/map
    PropertyTilesModule, // POST /properties/tiles; GET /properties/tiles/{z}/{x}/{y}.mvt
    PropertyFacetsModule, // POST /properties/facets
    PropertiesModule, // POST /properties, …/count; GET …/search-by-url, …/{uuid}, …/{uuid}/history
  ],
})
export class ApiModule {}
