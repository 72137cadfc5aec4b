import type { FlagField, RangeField } from '@gable/domain/criteria';

/** Column of table `listing` behind each range. `area_indoor` is stored with its fall-back to the displayed area. */
export const RANGE_COLUMNS: { readonly [F in RangeField]: string } = {
  price: 'price',
  area: 'area',
  rooms: 'rooms',
  bedrooms: 'bedrooms',
  bathrooms: 'bathrooms',
  floor: 'floor',
  constructionYear: 'construction_year',
  renovationYear: 'renovation_year',
  lots: 'lots',
  areaIndoor: 'area_indoor',
  areaOutdoor: 'area_outdoor',
  areaLand: 'area_land',
  areaBalcony: 'area_balcony',
  areaTerrace: 'area_terrace',
  areaGarden: 'area_garden',
  charges: 'charges',
  agencyFees: 'agency_fees',
  securityDeposit: 'security_deposit',
};

/** Column of table `listing` behind each flag. */
export const FLAG_COLUMNS: { readonly [F in FlagField]: string } = {
  furnished: 'furnished',
  disabledAccess: 'disabled_access',
  equippedKitchen: 'equipped_kitchen',
  balcony: 'balcony',
  terrace: 'terrace',
  garden: 'garden',
  cellar: 'cellar',
  lastFloor: 'last_floor',
  elevator: 'elevator',
  intercom: 'intercom',
  gym: 'gym',
  swimmingPool: 'swimming_pool',
  parking: 'parking',
  chargesIncluded: 'charges_included',
  feesIncluded: 'fees_included',
};
