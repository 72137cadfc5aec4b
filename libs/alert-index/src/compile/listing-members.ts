import { divisionsOf, RANGE_FIELD_TABLE, RANGE_FIELDS, type FlagField, type RangeField } from '@gable/domain/criteria';
import { FEATURES, type Listing } from '@gable/domain/listing';
import { FLAG_SHIFT, FLAGS_IN_C, flagPlace, NO, NOT_STATED, YES } from '../storage/slot-layout.js';

type Group = Readonly<Record<string, unknown>>;

const PLACE: Readonly<Record<RangeField, number>> = Object.fromEntries(
  RANGE_FIELDS.map((field, place) => [field, place]),
) as Record<RangeField, number>;
/** Numbers in an object of the listing, which criteria name alike: each member by the place of its range field. */
function membersOf(group: 'areas' | 'building' | 'pricing'): Map<string, number> {
  return new Map(
    RANGE_FIELDS.flatMap((field) =>
      RANGE_FIELD_TABLE[field].paths.flatMap(([name, member]) =>
        name === group && member !== undefined ? [[member, PLACE[field]] as const] : [],
      ),
    ),
  );
}

const AREAS = membersOf('areas');
const BUILDING = membersOf('building');
const PRICING = membersOf('pricing');
const { area, areaIndoor } = PLACE;
const IN_A_GROUP = new Set([...AREAS.values(), ...BUILDING.values(), ...PRICING.values()]);

/** Members of a listing that are read at once: numbers by their place among the range fields, then the rest. */
const TRANSACTION_TYPE = 32;
const PROPERTY_TYPE = 33;
const FEATURES_MEMBER = 34;
const PRICING_MEMBER = 35;
const AREAS_MEMBER = 36;
const BUILDING_MEMBER = 37;
const LOCATION_MEMBER = 38;
const TOP = new Map<string, number>([
  ...RANGE_FIELDS.filter((field) => !IN_A_GROUP.has(PLACE[field])).map((field) => [field, PLACE[field]] as const),
  ['transactionType', TRANSACTION_TYPE],
  ['propertyType', PROPERTY_TYPE],
  ['features', FEATURES_MEMBER],
  ['pricing', PRICING_MEMBER],
  ['areas', AREAS_MEMBER],
  ['building', BUILDING_MEMBER],
  ['location', LOCATION_MEMBER],
]);

/** Where a flag's three states stand: bits of the word C, or of D from 32 on. */
function shiftOf(flag: FlagField): number {
  const place = flagPlace(flag);
  return place < FLAGS_IN_C ? FLAG_SHIFT + 3 * place : 32 + 3 * (place - FLAGS_IN_C);
}
const FEATURE_FLAGS = new Map(FEATURES.map((feature) => [feature as string, shiftOf(feature)]));
const PRICING_FLAGS = new Map([
  ['chargesIncluded', shiftOf('chargesIncluded')],
  ['feesIncluded', shiftOf('feesIncluded')],
]);
const ALL_FLAG_SHIFTS = [...FEATURE_FLAGS.values(), ...PRICING_FLAGS.values()];
const NONE_STATED_C = ALL_FLAG_SHIFTS.reduce(
  (word, shift) => (shift < 32 ? word | (1 << (shift + NOT_STATED)) : word),
  0,
);
const NONE_STATED_D = ALL_FLAG_SHIFTS.reduce(
  (word, shift) => (shift < 32 ? word : word | (1 << (shift - 32 + NOT_STATED))),
  0,
);
/** Turns "not stated" into the state. */
const TURN_YES = (1 << NOT_STATED) | (1 << YES);
const TURN_NO = (1 << NOT_STATED) | (1 << NO);

const NO_LISTING: Listing = {};

/**
 * What criteria read of a listing, read by looping over what it states. Listings state different things, so their
 * objects have thousands of shapes; then `listing.features.garden` costs a look-up of 0.2 µs each time and the
 * features of one listing 4 µs, while a `for in` loop over them costs 0.3 µs.
 */
export class ListingMembers {
  listing: Listing = NO_LISTING;
  transactionType: unknown;
  propertyType: unknown;
  /** States of all flags, a bit each. */
  flagsC = 0;
  flagsD = 0;
  divisions: readonly number[] = [];
  lat: number | null | undefined;
  lng: number | null | undefined;
  /** By range field; NaN where the listing states nothing. What stands in groups comes when it is first asked for. */
  private readonly numbers = new Float64Array(RANGE_FIELDS.length);
  private areas: Group | null = null;
  private building: Group | null = null;
  private pricing: Group | null = null;
  private readsGroups = true;

  read(listing: Listing): void {
    this.listing = listing;
    this.numbers.fill(NaN);
    this.transactionType = this.propertyType = this.lat = this.lng = undefined;
    this.areas = this.building = this.pricing = null;
    this.readsGroups = false;
    this.flagsC = NONE_STATED_C;
    this.flagsD = NONE_STATED_D;
    this.divisions = [];
    for (const key in listing) {
      const member = TOP.get(key);
      if (member === undefined) continue;
      const value: unknown = listing[key as keyof Listing];
      if (value == null) continue;
      switch (member) {
        case TRANSACTION_TYPE:
          this.transactionType = value;
          break;
        case PROPERTY_TYPE:
          this.propertyType = value;
          break;
        case FEATURES_MEMBER:
          this.readFlags(value as Group, FEATURE_FLAGS);
          break;
        case PRICING_MEMBER:
          this.pricing = value as Group;
          this.readFlags(this.pricing, PRICING_FLAGS);
          break;
        case AREAS_MEMBER:
          this.areas = value as Group;
          break;
        case BUILDING_MEMBER:
          this.building = value as Group;
          break;
        case LOCATION_MEMBER:
          this.readLocation(value as Group);
          break;
        default:
          this.numbers[member] = value as number;
      }
    }
  }

  /** The same for a number that does not stand in a group. */
  topNumber(place: number): number {
    return this.numbers[place] as number;
  }

  /** What the listing states for a range field, by its place among them; NaN where it states nothing. */
  number(place: number): number {
    if (!this.readsGroups) {
      const { numbers } = this;
      this.readsGroups = true;
      if (this.areas !== null) readNumbers(this.areas, AREAS, numbers);
      if (this.building !== null) readNumbers(this.building, BUILDING, numbers);
      if (this.pricing !== null) readNumbers(this.pricing, PRICING, numbers);
      if (Number.isNaN(numbers[areaIndoor])) numbers[areaIndoor] = numbers[area] as number;
    }
    return this.numbers[place] as number;
  }

  /** Lets go of the listing, which must not live as long as the index. */
  forget(): void {
    this.listing = NO_LISTING;
    this.divisions = [];
    this.areas = this.building = this.pricing = null;
  }

  private readFlags(group: Group, shifts: ReadonlyMap<string, number>): void {
    for (const key in group) {
      const stated = group[key];
      if (stated !== true && stated !== false) continue;
      const shift = shifts.get(key);
      if (shift === undefined) continue;
      if (shift < 32) this.flagsC ^= (stated ? TURN_YES : TURN_NO) << shift;
      else this.flagsD ^= (stated ? TURN_YES : TURN_NO) << (shift - 32);
    }
  }

  private readLocation(location: Group): void {
    let divisions: unknown;
    for (const key in location) {
      if (key === 'lat') this.lat = location[key] as number;
      else if (key === 'lng') this.lng = location[key] as number;
      else if (key === 'divisionIds') divisions = location[key];
    }
    this.divisions = divisions == null ? divisionsOf(this.listing) : (divisions as readonly number[]);
  }
}

function readNumbers(group: Group, places: ReadonlyMap<string, number>, numbers: Float64Array): void {
  for (const key in group) {
    const place = places.get(key);
    const value = group[key];
    if (place !== undefined && value != null) numbers[place] = value as number;
  }
}
