import type { Erased } from '@gable/ingest';

export function describeErased({ listings, properties, events, deliveries }: Readonly<Erased>): string {
  return (
    `Removed ${listings} listings, ${properties} properties that had no other listing, ${events} alert ` +
    `events and ${deliveries} deliveries that contained nothing else.`
  );
}
