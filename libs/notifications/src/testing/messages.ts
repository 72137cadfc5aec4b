import { randomUUID } from 'node:crypto';
import type { ListingView, MergedView, PropertyRecordView } from '@gable/domain/property';
import type { EmailMessage, WebhookMessage } from '../channel.js';
import { renderWebhook } from '../webhook/render-webhook.js';
import type { EventMessage } from '../webhook/event-message.js';

/** Base64 of 32 bytes, as an alert's key is. */
export const SIGNING_KEY = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OTHER_SIGNING_KEY = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** Never aborts. */
export const GOES_ON = new AbortController().signal;

export function listingView(changes: Partial<ListingView> = {}): ListingView {
  return {
    uuid: '01960000-0000-7000-8000-00000000a001',
    title: 'Sunny flat near the park',
    description: 'Three rooms – and a view.',
    url: 'https://portal.example/adverts/1',
    price: 320_000,
    currency: 'EUR',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    dataProvider: 'Portal',
    area: 72.5,
    rooms: 3,
    bedrooms: 2,
    bathrooms: 1,
    floor: null,
    hasParking: true,
    hasBalcony: null,
    hasGarden: false,
    hasCellar: null,
    cityId: 69123,
    districtId: null,
    neighborhoodId: null,
    cityName: 'Lyon',
    districtName: null,
    neighborhoodName: 'Croix-Rousse',
    latitude: 45.77,
    longitude: 4.83,
    locationAccuracy: 'STREET',
    pictures: ['https://portal.example/pictures/1.jpg'],
    postalCode: '69004',
    divisionIds: [69_123, 900_000_001],
    transactionStatus: 'AVAILABLE',
    saleType: 'STANDARD',
    mandateType: 'EXCLUSIVE',
    condition: 'GOOD',
    pricing: { charges: 120, agencyFees: 9_500, securityDeposit: 0, chargesIncluded: false, feesIncluded: true },
    areas: { indoor: 70, outdoor: 12, land: 0, balcony: 4, terrace: 8, garden: 0 },
    features: {
      furnished: false,
      disabledAccess: true,
      equippedKitchen: true,
      balcony: true,
      terrace: true,
      garden: false,
      cellar: true,
      lastFloor: false,
      elevator: true,
      intercom: true,
      gym: false,
      swimmingPool: false,
      parking: true,
    },
    building: { constructionYear: 1978, renovationYear: 2015, lots: 24 },
    energy: { dpe: 'D', ghg: 'C', heatingSystem: 'BOILER', energyCarrier: 'GAS' },
    publisher: { type: 'REAL_ESTATE_AGENCY', name: 'Agency of the park' },
    publishedAt: '2025-12-31T09:00:00.000Z',
    externalId: 'A-1',
    source: { id: '01960000-0000-7000-8000-00000000d001', domain: 'portal.example', name: 'Portal' },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    ...changes,
  };
}

export function mergedView(listing = listingView()): MergedView {
  const { uuid, url, dataProvider, source, externalId, publisher, createdAt, updatedAt, ...merged } = listing;
  return merged;
}

export function propertyView(listings: ListingView[] = [listingView()]): PropertyRecordView {
  return {
    merged: mergedView(listings[0]),
    uuid: '01960000-0000-7000-8000-00000000b001',
    listings,
    minPrice: 320_000,
    maxPrice: 320_000,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
  };
}

export function eventMessage(changes: Partial<EventMessage> = {}): EventMessage {
  return {
    eventId: '01960000-0000-7000-8000-00000000e001',
    alertId: '01960000-0000-7000-8000-00000000c001',
    alertName: 'Flats in Lyon',
    eventType: 'PRICE_CHANGED',
    propertyId: '01960000-0000-7000-8000-00000000b001',
    listingId: '01960000-0000-7000-8000-00000000a001',
    revisionId: 2,
    createdAt: new Date('2026-02-01T10:00:00.123Z'),
    listing: listingView(),
    change: [{ attribute: 'price', old: 340_000, new: 320_000, variationPercent: -5.88235294117647 }],
    property: propertyView(),
    ...changes,
  };
}

export function webhookMessage(url: string, changes: Partial<WebhookMessage> = {}): WebhookMessage {
  return {
    url,
    ownerId: 'an account',
    webhookId: `msg_${randomUUID()}`,
    body: renderWebhook(eventMessage()),
    signingKeys: [SIGNING_KEY],
    timestamp: new Date(),
    ...changes,
  };
}

export const LIST_ID = '01960000-0000-7000-8000-00000000c001';

export function emailMessage(changes: Partial<EmailMessage> = {}): EmailMessage {
  return {
    to: 'reader@example.com',
    messageId: randomUUID(),
    subject: 'New match',
    text: 'One new match.\n',
    html: '<p>One new match.</p>\n',
    list: { id: LIST_ID, unsubscribeUrl: 'https://gable.example/u/abc123' },
    ...changes,
  };
}
