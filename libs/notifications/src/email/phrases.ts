import type { AlertEventType } from '@gable/domain/alert';
import type { AttributeChange } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import type { PropertyType } from '@gable/domain';
import { plainLine } from './plain-line.js';

/** What happened, in a few words. A changed price says which way. */
export function headline(eventType: AlertEventType, price: AttributeChange | undefined): string {
  const variation = price?.variationPercent ?? 0;
  if (eventType === 'PRICE_CHANGED' && variation !== 0) return variation < 0 ? 'Price down' : 'Price up';
  return HEADLINES[eventType];
}

const HEADLINES: Readonly<Record<AlertEventType, string>> = {
  NEW_MATCH: 'New match',
  ADDITIONAL_LISTING: 'Another listing of a property you know',
  BACK_IN_CRITERIA: 'Back in your criteria',
  LISTING_REACTIVATED: 'Online again',
  PRICE_CHANGED: 'Price changed',
  ANY_ATTRIBUTE_CHANGED: 'Listing changed',
  OUT_OF_CRITERIA: 'No longer in your criteria',
  LISTING_EXPIRED: 'No longer online',
};

/** `€320,000`, `€850 a month`; undefined where no price is stated. */
export function money(
  price: number | null,
  currency: string | null,
  transactionType: ListingView['transactionType'],
): string | undefined {
  if (price === null) return undefined;
  return `${moneyFormat(currency).format(price).replace(/\s/g, ' ')}${transactionType === 'RENT' ? ' a month' : ''}`;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string | null): Intl.NumberFormat {
  // Intl throws for what is not three letters.
  const code = currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : '';
  const known = moneyFormats.get(code);
  if (known !== undefined) return known;
  const made =
    code === ''
      ? NUMBER
      : new Intl.NumberFormat('en-US', { style: 'currency', currency: code, trailingZeroDisplay: 'stripIfInteger' });
  moneyFormats.set(code, made);
  return made;
}

/** `−5.9 %`: two digits are enough to judge a move by. */
export function percent(variation: number): string {
  return `${PERCENT.format(variation).replace('-', '−')} %`;
}

const PERCENT = new Intl.NumberFormat('en-US', {
  maximumSignificantDigits: 2,
  signDisplay: 'exceptZero',
  useGrouping: true,
});

/** `Flat · 72 m² · 3 rooms · 2 bedrooms`: what is stated of it. */
export function measures({ propertyType, area, rooms, bedrooms }: ListingView): string {
  return [
    propertyType === null ? undefined : PROPERTY_WORDS[propertyType],
    area === null ? undefined : `${NUMBER.format(area)} m²`,
    counted(rooms, 'room'),
    counted(bedrooms, 'bedroom'),
  ]
    .filter((word) => word !== undefined)
    .join(' · ');
}

/** `Croix-Rousse, Lyon`; empty where no place is named. */
export function place({ neighborhoodName, districtName, cityName }: ListingView): string {
  const names = [neighborhoodName, districtName, cityName].filter((name) => name !== null);
  return plainLine([...new Set(names)].join(', '), 120);
}

/** `rooms: 2 → 3`, one per attribute other than the price; long values are only named. */
export function otherChanges(change: readonly AttributeChange[]): string[] {
  const others = change.filter(({ attribute }) => attribute !== 'price' && attribute !== 'currency');
  const lines = others.slice(0, SHOWN_CHANGES).map(({ attribute, old, new: now }) => {
    const name = attributeName(attribute);
    return isShort(old) && isShort(now) ? `${name}: ${shown(old)} → ${shown(now)}` : `${name} changed`;
  });
  return others.length > SHOWN_CHANGES ? [...lines, `and ${others.length - SHOWN_CHANGES} more changes`] : lines;
}

const SHOWN_CHANGES = 6;

/** `features.lastFloor` is read as `last floor`. */
export function attributeName(attribute: string): string {
  return attribute.slice(attribute.indexOf('.') + 1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isShort(value: AttributeChange['old']): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= 40)
  );
}

/** A value in words. */
export function shown(value: string | number | boolean | null): string {
  if (value === null) return 'not stated';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? NUMBER.format(value) : plainLine(value, 40);
}

function counted(count: number | null, noun: string): string | undefined {
  return count === null ? undefined : `${NUMBER.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const PROPERTY_WORDS: Readonly<Record<PropertyType, string>> = {
  FLAT: 'Flat',
  HOUSE: 'House',
  BUILDING: 'Building',
  PARKING: 'Parking space',
  OFFICE: 'Office',
  LAND: 'Land',
  SHOP: 'Shop',
  COMMERCIAL_PREMISES: 'Commercial premises',
  OTHER: 'Property',
};
