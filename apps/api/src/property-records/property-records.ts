import { Injectable } from '@nestjs/common';
import type { PropertyView } from '@gable/domain/property';
import { PropertyStore, type Revised } from '@gable/persistence/properties';
import { RecentRecords, type AnsweredRecord } from './recent-records.js';

/** Whole records of properties, with what their listings say together, as the bytes of their JSON. */
@Injectable()
export class PropertyRecords extends RecentRecords {
  constructor(store: PropertyStore) {
    super({
      edition: () => store.recordEdition(),
      revisionsOf: (ids) => store.revisionsOf(ids),
      read: async (ids) => (await store.readRecordsRevised(ids)).map(written),
    });
  }
}

/** Properties as searches answer them, as the bytes of their JSON. */
@Injectable()
export class FoundRecords extends RecentRecords {
  constructor(store: PropertyStore) {
    super({
      edition: () => store.recordEdition(),
      revisionsOf: (ids) => store.revisionsOf(ids),
      read: async (ids) => (await store.readRevised(ids)).map(written),
    });
  }
}

/** The last states of a property without listings may change without its revision: it is not kept. */
function written({ revision, view }: Revised<PropertyView>): AnsweredRecord {
  return {
    id: view.uuid,
    revision,
    bytes: Buffer.from(JSON.stringify(view)),
    isKept: view.listings.length > 0,
  };
}
