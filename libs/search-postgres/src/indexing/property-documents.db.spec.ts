import { openDatabase, type Database } from '@gable/persistence';
import { documentOf, type StoredProperty } from '@gable/search/testing';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { storeProperties } from '../testing/store-properties.js';
import { PostgresPropertyDocuments } from './property-documents.js';

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('PostgresPropertyDocuments', () => {
  const full: StoredProperty = {
    id: idOf(1),
    createdAt: 1_000,
    updatedAt: 2_000,
    listings: [
      {
        online: true,
        listing: {
          transactionType: 'RENT',
          propertyType: 'HOUSE',
          location: {
            ...{ lat: 48.85, lng: 2.35, countryId: 1, regionId: 11, departmentId: 75, cityId: 75056 },
            ...{ postalCode: '75011', accuracy: 'PRECISE' },
          },
          price: 900,
          area: 30.5,
          rooms: 2,
          areas: { land: 12 },
          building: { constructionYear: 1930 },
          features: { furnished: true, lastFloor: false },
          energy: { dpe: 'C', ghg: 'A' },
          title: 'Bel étage',
          description: 'Vue, loft',
          pictures: ['https://portal.example/1.jpg'],
          publishedAt: '2026-01-01T00:00:00.000Z',
          currency: 'EUR',
          sourceId: idOf(71),
          past: { firstSeenAt: 5, lastChangedAt: 6, prices: { first: 1_000, last: 900, previous: 950 } },
        },
      },
      { online: false, listing: { price: 1 } },
    ],
  };
  const offline: StoredProperty = {
    id: idOf(2),
    createdAt: 3,
    updatedAt: 3,
    listings: [{ online: false, listing: {} }],
  };
  const blank: StoredProperty = {
    id: idOf(3),
    createdAt: 4,
    updatedAt: 4,
    listings: [{ online: true, listing: { sourceId: idOf(72) } }],
  };
  let testDatabase: TestDatabase;
  let database: Database;
  let documents: PostgresPropertyDocuments;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase.url, { poolSize: 2 });
    documents = new PostgresPropertyDocuments(database);
    await storeProperties(database, [full, offline, blank]);
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it('reads every column into the field of the same meaning, and what is not stated into none', async () => {
    const states = await documents.read([full.id, blank.id, idOf(9)]);
    expect(states.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
      [full, blank].map((property) => ({ id: property.id, revision: 1, document: documentOf(property) })),
    );
  });

  it('reads no document of a property without an online listing', async () => {
    expect(await documents.read([offline.id])).toEqual([{ id: offline.id, revision: 1, document: null }]);
  });

  it('goes through what searches may find, from the end or in stretches', async () => {
    expect((await documents.before(null, 10)).map(({ id }) => id)).toEqual([blank.id, full.id]);
    expect((await documents.before(blank.id, 10)).map(({ id }) => id)).toEqual([full.id]);
    expect([await documents.endOfStretch(null, 1), await documents.endOfStretch(full.id, 2)]).toEqual([full.id, null]);
    expect([await documents.count(), (await documents.digest(full.id, null)).count]).toEqual([2, 1]);
  });
});
