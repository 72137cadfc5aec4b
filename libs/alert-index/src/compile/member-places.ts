import { RANGE_FIELDS } from '@gable/domain/criteria';
import { flagPlace } from '../storage/slot-layout.js';

// Names are told apart by `switch`: those that a `for in` loop gives are one object in memory wherever they stand, so
// that it compares addresses. A Map would hash each name: reading a listing took 1.7 times as long.

const [INDOOR, OUTDOOR, LAND, BALCONY, TERRACE, GARDEN] = (
  ['areaIndoor', 'areaOutdoor', 'areaLand', 'areaBalcony', 'areaTerrace', 'areaGarden'] as const
).map((field) => RANGE_FIELDS.indexOf(field)) as [number, number, number, number, number, number];
const [CONSTRUCTION_YEAR, RENOVATION_YEAR, LOTS, CHARGES, AGENCY_FEES, SECURITY_DEPOSIT] = (
  ['constructionYear', 'renovationYear', 'lots', 'charges', 'agencyFees', 'securityDeposit'] as const
).map((field) => RANGE_FIELDS.indexOf(field)) as [number, number, number, number, number, number];
const [FURNISHED, DISABLED_ACCESS, EQUIPPED_KITCHEN, HAS_BALCONY, HAS_TERRACE, HAS_GARDEN, CELLAR, LAST_FLOOR] = (
  ['furnished', 'disabledAccess', 'equippedKitchen', 'balcony', 'terrace', 'garden', 'cellar', 'lastFloor'] as const
).map(flagPlace) as [number, number, number, number, number, number, number, number];
const [ELEVATOR, INTERCOM, GYM, SWIMMING_POOL, PARKING, CHARGES_INCLUDED, FEES_INCLUDED] = (
  ['elevator', 'intercom', 'gym', 'swimmingPool', 'parking', 'chargesIncluded', 'feesIncluded'] as const
).map(flagPlace) as [number, number, number, number, number, number, number];

/** What criteria do not read. */
export const UNKNOWN_MEMBER = -1;
const UNKNOWN = UNKNOWN_MEMBER;
export const INDOOR_PLACE = INDOOR;

/** The place of a feature among the flags. */
export function featurePlace(name: string): number {
  switch (name) {
    case 'furnished':
      return FURNISHED;
    case 'disabledAccess':
      return DISABLED_ACCESS;
    case 'equippedKitchen':
      return EQUIPPED_KITCHEN;
    case 'balcony':
      return HAS_BALCONY;
    case 'terrace':
      return HAS_TERRACE;
    case 'garden':
      return HAS_GARDEN;
    case 'cellar':
      return CELLAR;
    case 'lastFloor':
      return LAST_FLOOR;
    case 'elevator':
      return ELEVATOR;
    case 'intercom':
      return INTERCOM;
    case 'gym':
      return GYM;
    case 'swimmingPool':
      return SWIMMING_POOL;
    case 'parking':
      return PARKING;
    default:
      return UNKNOWN;
  }
}

/** The place of a member of `areas` among the range fields. */
export function areaPlace(name: string): number {
  switch (name) {
    case 'indoor':
      return INDOOR;
    case 'outdoor':
      return OUTDOOR;
    case 'land':
      return LAND;
    case 'balcony':
      return BALCONY;
    case 'terrace':
      return TERRACE;
    case 'garden':
      return GARDEN;
    default:
      return UNKNOWN;
  }
}

/** The same for a member of `building`. */
export function buildingPlace(name: string): number {
  switch (name) {
    case 'constructionYear':
      return CONSTRUCTION_YEAR;
    case 'renovationYear':
      return RENOVATION_YEAR;
    case 'lots':
      return LOTS;
    default:
      return UNKNOWN;
  }
}

/** The same for a number of `pricing`. */
export function pricingPlace(name: string): number {
  switch (name) {
    case 'charges':
      return CHARGES;
    case 'agencyFees':
      return AGENCY_FEES;
    case 'securityDeposit':
      return SECURITY_DEPOSIT;
    default:
      return UNKNOWN;
  }
}

/** The place of a flag of `pricing` among the flags. */
export function pricingFlagPlace(name: string): number {
  return name === 'chargesIncluded' ? CHARGES_INCLUDED : name === 'feesIncluded' ? FEES_INCLUDED : UNKNOWN;
}
