import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LISTINGS_PER_MAIL } from '@gable/domain/delivery';
import { WebhookChannel, type EmailChannel } from '@gable/notifications';
import { Database } from '@gable/persistence';
import { readEventCauses } from '@gable/persistence/alerts';
import {
  ConfirmationLinks,
  DeliveryClaimStore,
  DeliveryFinishStore,
  DeliveryMessageStore,
  DeliveryPauseStore,
  MailConfirmationStore,
  MailStore,
  SkipStore,
} from '@gable/persistence/delivery';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { CONFIG, LOG, provideStores, SECRETS } from '@gable/platform';
import { Registry, Sealer, type Config, type Logger, type SecretRings } from '@gable/runtime';
import { Pipeline } from '../pipeline/pipeline.js';
import { DatabaseClock } from './clock.js';
import { ConfirmationStage } from './confirmation-stage.js';
import { deliveryMetrics, observeDelivery } from './delivery-metrics.js';
import { DeliveryStage } from './delivery-stage.js';
import { DeliveryTraces } from './delivery-traces.js';
import { mailChannel } from './mail-channel.js';
import { MessageComposer } from './message-composer.js';
import { ResultWriter } from './result-writer.js';
import { SkipStage } from './skip-stage.js';

/** The channel for mails; undefined where no mail server is configured: mails then wait. */
const EMAILS = Symbol('EmailChannel');

/** From a queued notification to a webhook or a mail, with the real channels. */
@Module({
  providers: [
    ...provideStores(
      DeliveryClaimStore,
      DeliveryFinishStore,
      MailConfirmationStore,
      SkipStore,
      PlaceNameStore,
      PropertyStore,
    ),
    DatabaseClock,
    { provide: EMAILS, inject: [CONFIG], useFactory: mailChannel },
    {
      provide: ConfirmationLinks,
      inject: [SECRETS],
      useFactory: ({ keyPepper }: SecretRings) => new ConfirmationLinks(keyPepper),
    },
    {
      provide: DeliveryMessageStore,
      inject: [Database, Sealer],
      useFactory: (database: Database, sealer: Sealer) => new DeliveryMessageStore(database, sealer),
    },
    {
      provide: MailStore,
      inject: [Database, SECRETS],
      useFactory: (database: Database, { keyPepper }: SecretRings) => new MailStore(database, keyPepper),
    },
    {
      provide: MessageComposer,
      inject: [DeliveryMessageStore, MailStore, PlaceNameStore, PropertyStore, CONFIG],
      useFactory: (
        messages: DeliveryMessageStore,
        mails: MailStore,
        names: PlaceNameStore,
        properties: PropertyStore,
        { publicUrl }: Config,
      ) =>
        new MessageComposer({ messages, mails, names, properties }, { publicUrl, listingsPerMail: LISTINGS_PER_MAIL }),
    },
    {
      provide: DeliveryStage,
      inject: [
        Database,
        DeliveryClaimStore,
        DeliveryFinishStore,
        MailConfirmationStore,
        SkipStore,
        MessageComposer,
        DatabaseClock,
        EMAILS,
        CONFIG,
        Registry,
        LOG,
      ],
      useFactory: (
        database: Database,
        claims: DeliveryClaimStore,
        finishes: DeliveryFinishStore,
        confirmations: MailConfirmationStore,
        skips: SkipStore,
        composer: MessageComposer,
        clock: DatabaseClock,
        emails: EmailChannel | undefined,
        config: Config,
        metrics: Registry,
        log: Logger,
      ) =>
        new DeliveryStage({
          prepare: (now) => confirmations.require(config.emailConfirmation === 'required', now),
          claims,
          composer,
          webhooks: new WebhookChannel({
            allowedNetworks: config.destinationAllowedNetworks,
            deniedNetworks: config.destinationDeniedNetworks,
          }),
          emails,
          readSkipped: (ids) => skips.readSkipped(ids),
          isHeldBack: (accountId) => new DeliveryPauseStore(database).isHeldBack(accountId),
          writer: (listener) => {
            const { deliveryScheduleMs: scheduleMs, mailGatherMs, addressMailsPerDay } = config;
            return new ResultWriter(
              finishes,
              { scheduleMs, mailGatherMs, addressMailsPerDay, random: Math.random },
              listener,
            );
          },
          clock,
          isDatabaseThere: () => database.query('select 1'),
          listener: deliveryMetrics(metrics, log),
          traces: new DeliveryTraces((events) => readEventCauses(database, events)),
          mailGatherMs: config.mailGatherMs,
          addressMailsPerDay: config.addressMailsPerDay,
        }),
    },
    {
      provide: SkipStage,
      inject: [SkipStore, DatabaseClock],
      useFactory: (skips: SkipStore, clock: DatabaseClock) => new SkipStage(skips, clock),
    },
    {
      provide: ConfirmationStage,
      inject: [MailConfirmationStore, ConfirmationLinks, EMAILS, DatabaseClock, CONFIG],
      useFactory: (
        confirmations: MailConfirmationStore,
        links: ConfirmationLinks,
        emails: EmailChannel | undefined,
        clock: DatabaseClock,
        { emailConfirmation, publicUrl, deliveryScheduleMs: scheduleMs }: Config,
      ) =>
        new ConfirmationStage(
          emailConfirmation === 'required' && emails !== undefined
            ? { confirmations, links, emails, clock, publicUrl, scheduleMs, random: Math.random }
            : undefined,
        ),
    },
  ],
})
export class DeliveryModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly delivery: DeliveryStage,
    private readonly confirmation: ConfirmationStage,
    private readonly skips: SkipStage,
    private readonly database: Database,
    private readonly metrics: Registry,
  ) {}

  onApplicationBootstrap(): void {
    observeDelivery(this.metrics, this.database);
    this.pipeline.start(this.delivery, this.confirmation, this.skips);
  }

  /** Ends the deliveries under way, and writes down how they went. */
  async onApplicationShutdown(): Promise<void> {
    await this.delivery.leave();
  }
}
