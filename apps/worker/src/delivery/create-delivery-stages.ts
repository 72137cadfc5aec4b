import { WebhookChannel } from '@gable/notifications';
import {
  ConfirmationLinks,
  DeliveryClaimStore,
  DeliveryFinishStore,
  DeliveryMessageStore,
  MailConfirmationStore,
  MailStore,
} from '@gable/persistence/delivery';
import { DivisionStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import type { Database } from '@gable/persistence';
import { LISTINGS_PER_MAIL } from '@gable/domain/delivery';
import { Sealer, readSecrets, type Config, type Logger, type Registry } from '@gable/runtime';
import { DatabaseClock } from './clock.js';
import { ConfirmationStage } from './confirmation-stage.js';
import { deliveryMetrics, observeDelivery } from './delivery-metrics.js';
import { DeliveryStage } from './delivery-stage.js';
import { mailChannel } from './mail-channel.js';
import { MessageComposer } from './message-composer.js';
import { ResultWriter } from './result-writer.js';

/** The stages that send, with the real channels. Mails wait where no mail server is configured. */
export function createDeliveryStages({
  config,
  database,
  log,
  metrics,
}: {
  config: Config;
  database: Database;
  log: Logger;
  metrics: Registry;
}): {
  delivery: DeliveryStage;
  confirmation: ConfirmationStage;
} {
  const {
    deliveryScheduleMs: scheduleMs,
    mailGatherMs,
    publicUrl,
    destinationAllowedNetworks,
    emailConfirmation,
  } = config;
  const { signingKeyEncryptionKey, keyPepper } = readSecrets(config.home);
  const emails = mailChannel(config);
  const clock = new DatabaseClock(database);
  const confirmations = new MailConfirmationStore(database);
  observeDelivery(metrics, database);
  const delivery = new DeliveryStage({
    prepare: (now) => confirmations.require(emailConfirmation === 'required', now),
    claims: new DeliveryClaimStore(database),
    composer: new MessageComposer(
      {
        messages: new DeliveryMessageStore(database, new Sealer(signingKeyEncryptionKey)),
        mails: new MailStore(database, keyPepper),
        divisions: new DivisionStore(database),
        properties: new PropertyStore(database),
      },
      { publicUrl, listingsPerMail: LISTINGS_PER_MAIL },
    ),
    webhooks: new WebhookChannel({ allowedNetworks: destinationAllowedNetworks }),
    emails,
    writer: (listener) =>
      new ResultWriter(new DeliveryFinishStore(database), { scheduleMs, mailGatherMs, random: Math.random }, listener),
    clock,
    isDatabaseThere: () => database.query('select 1'),
    listener: deliveryMetrics(metrics, log),
    mailGatherMs,
  });
  const asks = emailConfirmation === 'required' && emails !== undefined;
  const parts = asks
    ? {
        confirmations,
        links: new ConfirmationLinks(keyPepper),
        emails,
        clock,
        publicUrl,
        scheduleMs,
        random: Math.random,
      }
    : undefined;
  return { delivery, confirmation: new ConfirmationStage(parts) };
}
