import {
  divisionsOf,
  fieldValue,
  FLAG_FIELDS,
  MADE_RANGE_FIELDS,
  RANGE_FIELDS,
  type FlagField,
} from '@gable/domain/criteria';
import type { KnownListing } from '@gable/domain/listing';
import {
  areaPlace,
  buildingPlace,
  featurePlace,
  INDOOR_PLACE,
  pricingFlagPlace,
  pricingPlace,
  UNKNOWN_MEMBER,
} from './member-places.js';
import { FLAG_SHIFT, FLAGS_IN_C, flagPlace, NO, NOT_STATED, YES } from '../storage/slot-layout.js';

type Group = Readonly<Record<string, unknown>>;

// As in scan.ts: imported constants and members of objects are slow where every listing uses them.
const [PRICE, AREA, ROOMS, BEDROOMS, BATHROOMS, FLOOR] = (
  ['price', 'area', 'rooms', 'bedrooms', 'bathrooms', 'floor'] as const
).map((field) => RANGE_FIELDS.indexOf(field)) as [number, number, number, number, number, number];

/** States of a flag in the words C and D of a slot; one of the two is 0. */
function statesOf(flag: FlagField, states: number): readonly [c: number, d: number] {
  const place = flagPlace(flag);
  return place < FLAGS_IN_C ? [states << (FLAG_SHIFT + 3 * place), 0] : [0, states << (3 * (place - FLAGS_IN_C))];
}
/** By twice a flag's place, and one more where it is stated as false: what turns "not stated" into that state. */
const TURNS = FLAG_FIELDS.flatMap((flag) => [YES, NO].map((state) => statesOf(flag, (1 << NOT_STATED) | (1 << state))));
const TURNS_C = Int32Array.from(TURNS, ([c]) => c);
const TURNS_D = Int32Array.from(TURNS, ([, d]) => d);
const NONE_STATED = FLAG_FIELDS.map((flag) => statesOf(flag, 1 << NOT_STATED));
const NONE_STATED_C = NONE_STATED.reduce((word, [c]) => word | c, 0);
const NONE_STATED_D = NONE_STATED.reduce((word, [, d]) => word | d, 0);

const [UNKNOWN, INDOOR] = [UNKNOWN_MEMBER, INDOOR_PLACE] as const;
const NO_LISTING: KnownListing = {};
/** They stand last. */
const FIRST_MADE = RANGE_FIELDS.length - MADE_RANGE_FIELDS.length;

/**
 * What criteria read of a listing, read by looping over what it states. Listings state different things, so their
 * objects have thousands of shapes; then `listing.features.garden` costs a look-up of 0.2 µs each time and the
 * features of one listing 4 µs, while `for in` loops read all of it in 0.3 µs. A name in such a loop is one object in
 * memory wherever it stands, so `switch` compares addresses; a Map would hash each name.
 */
export class ListingMembers {
  listing: KnownListing = NO_LISTING;
  transactionType: unknown;
  propertyType: unknown;
  /** States of all flags, a bit each. */
  flagsC = 0;
  flagsD = 0;
  divisions: readonly number[] = [];
  title = '';
  description = '';
  lat: number | null | undefined;
  lng: number | null | undefined;
  /** By range field; NaN where the listing states nothing. What stands in groups comes when it is first asked for. */
  private readonly numbers = new Float64Array(RANGE_FIELDS.length);
  private areas: Group | null = null;
  private building: Group | null = null;
  private pricing: Group | null = null;
  private readsGroups = true;
  private makesNumbers = true;

  read(listing: KnownListing): void {
    const { numbers } = this;
    this.listing = listing;
    for (let place = 0; place < numbers.length; place += 1) numbers[place] = NaN;
    this.transactionType = this.propertyType = this.lat = this.lng = undefined;
    this.areas = this.building = this.pricing = null;
    this.readsGroups = this.makesNumbers = false;
    this.title = this.description = '';
    this.flagsC = NONE_STATED_C;
    this.flagsD = NONE_STATED_D;
    this.divisions = [];
    for (const key in listing) {
      const value: unknown = listing[key as keyof KnownListing];
      // Not `== null`, which looks into each object: those of areas are mostly not needed.
      if (value === undefined || value === null) continue;
      switch (key) {
        case 'transactionType':
          this.transactionType = value;
          break;
        case 'propertyType':
          this.propertyType = value;
          break;
        case 'price':
          numbers[PRICE] = value as number;
          break;
        case 'area':
          numbers[AREA] = value as number;
          break;
        case 'rooms':
          numbers[ROOMS] = value as number;
          break;
        case 'bedrooms':
          numbers[BEDROOMS] = value as number;
          break;
        case 'bathrooms':
          numbers[BATHROOMS] = value as number;
          break;
        case 'floor':
          numbers[FLOOR] = value as number;
          break;
        case 'title':
          this.title = value as string;
          break;
        case 'description':
          this.description = value as string;
          break;
        case 'features':
          this.readFeatures(value as Group);
          break;
        case 'pricing':
          this.pricing = value as Group;
          this.readPricingFlags(value as Group);
          break;
        case 'areas':
          this.areas = value as Group;
          break;
        case 'building':
          this.building = value as Group;
          break;
        case 'location':
          this.readLocation(value as Group);
          break;
      }
    }
  }

  /** The same for a number that does not stand in a group. */
  topNumber(place: number): number {
    return this.numbers[place] as number;
  }

  /** What the listing states for a range field, by its place among them; NaN where it states nothing. */
  number(place: number): number {
    if (place >= FIRST_MADE) {
      if (!this.makesNumbers) this.makeNumbers();
    } else if (!this.readsGroups) this.readGroups();
    return this.numbers[place] as number;
  }

  /** Lets go of the listing, which must not live as long as the index. */
  forget(): void {
    this.listing = NO_LISTING;
    this.title = this.description = '';
    this.divisions = [];
    this.areas = this.building = this.pricing = null;
  }

  private readGroups(): void {
    const { numbers } = this;
    this.readsGroups = true;
    if (this.areas !== null) readNumbers(this.areas, areaPlace, numbers);
    if (this.building !== null) readNumbers(this.building, buildingPlace, numbers);
    if (this.pricing !== null) readNumbers(this.pricing, pricingPlace, numbers);
    if (Number.isNaN(numbers[INDOOR])) numbers[INDOOR] = numbers[AREA] as number;
  }

  private makeNumbers(): void {
    this.makesNumbers = true;
    for (const [n, field] of MADE_RANGE_FIELDS.entries())
      this.numbers[FIRST_MADE + n] = fieldValue(field, this.listing) ?? NaN;
  }

  private readFeatures(features: Group): void {
    let { flagsC, flagsD } = this;
    for (const key in features) {
      const stated = features[key];
      if (stated !== true && stated !== false) continue;
      const flag = featurePlace(key);
      if (flag === UNKNOWN) continue;
      const turn = 2 * flag + (stated ? 0 : 1);
      flagsC ^= TURNS_C[turn] as number;
      flagsD ^= TURNS_D[turn] as number;
    }
    this.flagsC = flagsC;
    this.flagsD = flagsD;
  }

  private readPricingFlags(pricing: Group): void {
    for (const key in pricing) {
      const stated = pricing[key];
      if (stated !== true && stated !== false) continue;
      const flag = pricingFlagPlace(key);
      if (flag === UNKNOWN) continue;
      const turn = 2 * flag + (stated ? 0 : 1);
      this.flagsC ^= TURNS_C[turn] as number;
      this.flagsD ^= TURNS_D[turn] as number;
    }
  }

  private readLocation(location: Group): void {
    let divisions: unknown;
    for (const key in location) {
      if (key === 'lat') this.lat = location[key] as number;
      else if (key === 'lng') this.lng = location[key] as number;
      else if (key === 'divisionIds') divisions = location[key];
    }
    this.divisions =
      divisions === undefined || divisions === null ? divisionsOf(this.listing) : (divisions as readonly number[]);
  }
}

function readNumbers(group: Group, placeOf: (name: string) => number, numbers: Float64Array): void {
  for (const key in group) {
    const place = placeOf(key);
    const value = group[key];
    if (place !== UNKNOWN && value !== undefined && value !== null) numbers[place] = value as number;
  }
}
