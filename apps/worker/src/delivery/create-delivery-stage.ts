import { EmailChannel, WebhookChannel } from '@gable/notifications';
import { DeliveryClaimStore, DeliveryFinishStore, DeliveryMessageStore, DivisionStore, MailStore, PropertyStore, type Database } from '@gable/persistence';
import { LISTINGS_PER_MAIL } from '@gable/domain';
import { Sealer, readSecrets, type Config, type Logger, type Registry } from '@gable/runtime';
import { DatabaseClock } from './clock.js';
import { deliveryMetrics, observeDelivery } from './delivery-metrics.js';
import { DeliveryStage } from './delivery-stage.js';
import { MessageComposer } from './message-composer.js';
import { ResultWriter } from './result-writer.js';

/** The stage with the real channels. Mails wait where no mail server is configured. */
export function createDeliveryStage({ config, database, log, metrics }: { config: Config; database: Database; log: Logger; metrics: Registry }): DeliveryStage {
  const { deliveryScheduleMs, mailGatherMs, publicUrl, smtpUrl, mailFrom, destinationAllowedNetworks } = config;
  const { signingKeyEncryptionKey, keyPepper } = readSecrets(config.home);
  observeDelivery(metrics, database);
  return new DeliveryStage({
    claims: new DeliveryClaimStore(database),
    composer: new MessageComposer({
      messages: new DeliveryMessageStore(database, new Sealer(signingKeyEncryptionKey)), mails: new MailStore(database, keyPepper), divisions: new DivisionStore(database),
      properties: new PropertyStore(database),
    }, { publicUrl, listingsPerMail: LISTINGS_PER_MAIL }),
    webhooks: new WebhookChannel({ allowedNetworks: destinationAllowedNetworks }),
    emails: smtpUrl === undefined ? undefined : new EmailChannel({ smtpUrl, from: mailFrom! }),
    writer: (listener) => new ResultWriter(new DeliveryFinishStore(database), { scheduleMs: deliveryScheduleMs, mailGatherMs, random: Math.random }, listener),
    clock: new DatabaseClock(database),
    isDatabaseThere: () => database.query('select 1'),
    listener: deliveryMetrics(metrics, log),
    mailGatherMs,
  });
}
