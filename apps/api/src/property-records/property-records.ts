import { Injectable } from '@nestjs/common';
import type { PropertyRecordView, PropertyView } from '@gable/domain/property';
import { PropertyStore, type Revised } from '@gable/persistence/properties';
import { RecentRecords, type AnsweredRecord } from './recent-records.js';

/** Records of properties as the bytes of their JSON: those of searches, and whole ones for single reads. */
@Injectable()
export class PropertyRecords {
  /** As a search answers them. */
  readonly found: RecentRecords;
  /** Whole: with what their listings say together. */
  readonly whole: RecentRecords;

  constructor(store: PropertyStore) {
    const revisionsOf = (ids: readonly string[]) => store.revisionsOf(ids);
    this.found = new RecentRecords({
      revisionsOf,
      read: async (ids) => (await store.readRevised(ids)).map(written),
    });
    this.whole = new RecentRecords({
      revisionsOf,
      read: async (ids) => (await store.readRecordsRevised(ids)).map(written),
    });
  }
}

/** The last states of a property without listings may change without its revision: it is not kept. */
function written({ revision, view }: Revised<PropertyView | PropertyRecordView>): AnsweredRecord {
  return {
    id: view.uuid,
    revision,
    bytes: Buffer.from(JSON.stringify(view)),
    isKept: view.listings.length > 0,
  };
}
