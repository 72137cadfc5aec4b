import { LISTINGS_PER_MAIL } from '@gable/domain/delivery';
import type { Database } from '@gable/persistence';
import {
  DeliveryClaimStore,
  DeliveryFinishStore,
  DeliveryMessageStore,
  DeliveryPauseStore,
  MailStore,
  SkipStore,
} from '@gable/persistence/delivery';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import type { Sealer } from '@gable/runtime';
import type { DeliveryListener, DeliveryParts } from '../delivery/delivery-parts.js';
import { DeliveryStage } from '../delivery/delivery-stage.js';
import { MessageComposer } from '../delivery/message-composer.js';
import { ResultWriter } from '../delivery/result-writer.js';

const SECOND = 1_000;
const MINUTE = 60_000;

/** Says nothing, and fails where the stage does. */
export const silentDelivery: DeliveryListener = {
  began: () => {},
  written: () => {},
  ended: () => {},
  broken: (_, error) => {
    throw error;
  },
  failedToWrite: (error) => {
    throw error;
  },
};

/** What a spec gives itself: channels and clock, and what else is not as usual. */
type GivenParts = Pick<DeliveryParts, 'webhooks' | 'emails' | 'clock'> &
  Partial<DeliveryParts & { readonly scheduleMs: readonly number[] }>;

/** Deliveries of a database, as a worker has them that has just been started; tries again after 5 s and 5 min. */
export function deliveryStageOn(
  database: Database,
  sealer: Sealer,
  { scheduleMs = [5 * SECOND, 5 * MINUTE], addressMailsPerDay = 0, ...given }: GivenParts,
): DeliveryStage {
  const stores = {
    messages: new DeliveryMessageStore(database, sealer),
    mails: new MailStore(database, 'pepper'),
    names: new PlaceNameStore(database),
    properties: new PropertyStore(database),
  };
  const addresses = { publicUrl: 'https://gable.example', listingsPerMail: LISTINGS_PER_MAIL };
  const pace = { scheduleMs, mailGatherMs: 5 * MINUTE, addressMailsPerDay, random: () => 0.5 };
  return new DeliveryStage({
    prepare: () => Promise.resolve(),
    claims: new DeliveryClaimStore(database),
    composer: new MessageComposer(stores, addresses),
    readSkipped: (ids) => new SkipStore(database).readSkipped(ids),
    isHeldBack: (accountId) => new DeliveryPauseStore(database).isHeldBack(accountId),
    listener: silentDelivery,
    mailGatherMs: 5 * MINUTE,
    addressMailsPerDay,
    isDatabaseThere: () => database.query('select 1'),
    writer: (results) => new ResultWriter(new DeliveryFinishStore(database), pace, results),
    ...given,
  });
}
