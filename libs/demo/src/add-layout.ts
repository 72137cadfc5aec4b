import type { PropertyType } from '@gable/domain';
import type { DemoProperty } from './demo-property.js';
import { round } from './outline.js';
import type { Random } from './random.js';

/** Rooms, areas and features, as properties of each type have them. */
export const addLayout: Readonly<Record<PropertyType, (property: DemoProperty, random: Random) => void>> = {
  FLAT(property, random) {
    const rooms = random.weighted([
      [1, 16],
      [2, 27],
      [3, 29],
      [4, 18],
      [5, 8],
      [6, 2],
    ] as const);
    property.rooms = rooms;
    property.bedrooms = rooms === 1 ? 0 : rooms - (rooms > 3 && random.chance(0.25) ? 2 : 1);
    property.bathrooms = rooms >= 5 ? random.integer(1, 2) : 1;
    property.area = round((rooms === 1 ? 26 : 18 + 19.5 * (rooms - 0.4)) * random.around(0.09), 1);
    const year = property.constructionYear as number;
    property.storeys = year < 1949 ? random.integer(3, 6) : year < 1975 ? random.integer(3, 14) : random.integer(2, 8);
    property.floor = random.integer(0, property.storeys);
    property.lots = random.integer(property.storeys + 2, property.storeys * 8 + 6);
    const outside = random.weighted([
      ['none', 45],
      ['balcony', 33],
      ['terrace', 15],
      ['garden', property.floor === 0 ? 30 : 0],
    ] as const);
    if (outside === 'balcony') property.balconyArea = random.integer(3, 12);
    if (outside === 'terrace') property.terraceArea = random.integer(8, 40);
    if (outside === 'garden') property.gardenArea = random.integer(15, 120);
    property.features = {
      furnished: property.transactionType === 'RENT' && random.chance(rooms < 3 ? 0.5 : 0.2),
      disabledAccess: year > 2006 && random.chance(0.5),
      equippedKitchen: random.chance(0.6),
      balcony: outside === 'balcony',
      terrace: outside === 'terrace',
      garden: outside === 'garden',
      cellar: random.chance(0.5),
      lastFloor: property.floor === property.storeys,
      elevator: random.chance(property.storeys > 4 ? (year < 1949 ? 0.45 : 0.92) : year > 1990 ? 0.7 : 0.12),
      intercom: random.chance(0.8),
      gym: year > 2010 && random.chance(0.04),
      swimmingPool: year > 1980 && random.chance(0.05),
      parking: random.chance(year > 1970 ? 0.6 : 0.12),
    };
    property.charges = round(property.area * random.between(1, 3.4), 0);
  },
  HOUSE(property, random) {
    const rooms = random.weighted([
      [3, 13],
      [4, 27],
      [5, 31],
      [6, 17],
      [7, 9],
      [8, 3],
    ] as const);
    property.rooms = rooms;
    property.bedrooms = rooms - random.integer(1, rooms > 4 ? 2 : 1);
    property.bathrooms = random.integer(1, rooms > 4 ? 3 : 2);
    property.area = round((24 * rooms - 8) * random.around(0.1), 1);
    property.land = random.integer(property.town.outlined ? 80 : 300, property.town.outlined ? 900 : 3_500);
    property.gardenArea = round(property.land * random.between(0.5, 0.8), 0);
    if (random.chance(0.6)) property.terraceArea = random.integer(12, 60);
    property.features = {
      furnished: property.transactionType === 'RENT' && random.chance(0.12),
      disabledAccess: random.chance(0.1),
      equippedKitchen: random.chance(0.7),
      balcony: random.chance(0.12),
      terrace: property.terraceArea !== undefined,
      garden: true,
      cellar: random.chance(0.4),
      intercom: random.chance(0.3),
      gym: random.chance(0.01),
      swimmingPool: random.chance(property.town.center.lat < 45 ? 0.28 : 0.07),
      parking: random.chance(0.75),
    };
    if (property.features.balcony) property.balconyArea = random.integer(3, 10);
  },
  BUILDING(property, random) {
    property.lots = random.integer(3, 14);
    property.storeys = random.integer(2, 5);
    property.area = round(property.lots * random.between(38, 62), 0);
    property.land = random.integer(120, 900);
    property.features = {
      cellar: random.chance(0.7),
      parking: random.chance(0.3),
      elevator: false,
      garden: random.chance(0.25),
    };
  },
  PARKING(property, random) {
    property.area = random.integer(10, 18);
    property.floor = -random.integer(0, 3);
    property.features = {
      parking: true,
      elevator: random.chance(0.4),
      intercom: random.chance(0.3),
      disabledAccess: random.chance(0.2),
    };
    property.charges = random.integer(8, 30);
  },
  OFFICE(property, random) {
    property.area = round(
      random.weighted([
        [60, 5],
        [120, 4],
        [280, 2],
        [650, 1],
      ] as const) * random.around(0.2),
      0,
    );
    property.rooms = Math.max(1, Math.round(property.area / 25));
    property.storeys = random.integer(1, 9);
    property.floor = random.integer(0, property.storeys);
    property.features = {
      elevator: random.chance(0.7),
      disabledAccess: random.chance(0.6),
      intercom: random.chance(0.7),
      parking: random.chance(0.5),
      equippedKitchen: random.chance(0.3),
    };
    property.charges = round(property.area * random.between(1.5, 4), 0);
  },
  LAND(property, random) {
    property.area = random.integer(property.town.outlined ? 250 : 450, property.town.outlined ? 1_100 : 2_800);
    property.land = property.area;
  },
  SHOP(property, random) {
    property.area = round(
      random.weighted([
        [45, 5],
        [90, 4],
        [180, 1],
      ] as const) * random.around(0.2),
      0,
    );
    property.floor = 0;
    property.features = {
      cellar: random.chance(0.5),
      disabledAccess: random.chance(0.6),
      parking: random.chance(0.15),
    };
  },
  COMMERCIAL_PREMISES(property, random) {
    property.area = round(
      random.weighted([
        [150, 4],
        [400, 4],
        [900, 2],
      ] as const) * random.around(0.2),
      0,
    );
    property.land = round(property.area * random.between(1.1, 3), 0);
    property.features = { disabledAccess: random.chance(0.5), parking: random.chance(0.85) };
  },
  OTHER(property, random) {
    property.area = random.integer(20, 160);
    property.land = random.integer(0, 1) * random.integer(100, 1_500) || undefined;
    property.features = { parking: random.chance(0.4), garden: property.land !== undefined };
  },
};
