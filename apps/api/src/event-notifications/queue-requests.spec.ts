import type { Database } from '@gable/persistence';
import type { DeliveryRequestStore, EventNotificationStore } from '@gable/persistence/delivery';
import type { Caller } from '../access/caller.js';
import { QueueRequests } from './queue-requests.js';

describe('what owners ask to be sent', () => {
  const queued = () => Promise.resolve({ notificationId: 'b1f0' });
  const requests = new QueueRequests(
    { test: queued, resend: queued } as Partial<DeliveryRequestStore> as DeliveryRequestStore,
    { find: () => Promise.resolve(null) } as Partial<EventNotificationStore> as EventNotificationStore,
    { now: () => Promise.resolve(new Date()) } as Partial<Database> as Database,
  );
  const caller = { accountId: 'a' } as Caller;

  it.each(['test', 'resend'] as const)('is not found where a %s was queued and erased in the same moment', (deed) =>
    expect(requests[deed](caller, 'c')).rejects.toMatchObject({ kind: 'not-found' }),
  );
});
