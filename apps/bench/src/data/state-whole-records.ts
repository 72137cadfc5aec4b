import type { Database } from '@gable/persistence';

/** Lets every listing of `fillWithShownProperties` state what a good portal states: some 40 attributes. */
export async function stateWholeRecords(database: Database): Promise<void> {
  await database.query(`
    update listing_revision set state = (state::jsonb || '${JSON.stringify(MORE)}'::jsonb || jsonb_build_object(
      'features', (state::jsonb)->'features' || '${JSON.stringify(FEATURES)}'::jsonb,
      'location', (state::jsonb)->'location' || '${JSON.stringify(PLACE)}'::jsonb))::json`);
  await database.query('vacuum analyze listing_revision');
}

const FEATURES = { furnished: false, equippedKitchen: true, cellar: true, elevator: true, intercom: true };
const PLACE = { accuracy: 'STREET', postalCode: '69004', cityName: 'Lyon' };
const MORE = {
  publishedAt: '2026-03-01T10:00:00.000Z',
  transactionStatus: 'AVAILABLE',
  saleType: 'STANDARD',
  mandateType: 'EXCLUSIVE',
  condition: 'GOOD',
  pricing: { charges: 120, agencyFees: 9_500, feesIncluded: true },
  areas: { indoor: 70.2, balcony: 4 },
  bathrooms: 1,
  building: { constructionYear: 1978, lots: 24 },
  energy: { dpe: 'D', ghg: 'C', heatingSystem: 'BOILER', energyCarrier: 'GAS' },
  publisher: { type: 'REAL_ESTATE_AGENCY', name: 'Agency of the bench' },
};
