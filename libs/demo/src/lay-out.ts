import type { PropertyType } from '@gable/domain';
import type { Home } from './home.js';
import { round } from './outline.js';
import type { Random } from './random.js';

/** Rooms, areas and features, as homes of each type have them. */
export const layOut: Readonly<Record<PropertyType, (home: Home, random: Random) => void>> = {
  FLAT(home, random) {
    const rooms = random.weighted([
      [1, 16],
      [2, 27],
      [3, 29],
      [4, 18],
      [5, 8],
      [6, 2],
    ] as const);
    home.rooms = rooms;
    home.bedrooms = rooms === 1 ? 0 : rooms - (rooms > 3 && random.chance(0.25) ? 2 : 1);
    home.bathrooms = rooms >= 5 ? random.integer(1, 2) : 1;
    home.area = round((rooms === 1 ? 26 : 18 + 19.5 * (rooms - 0.4)) * random.around(0.09), 1);
    const year = home.constructionYear as number;
    home.storeys = year < 1949 ? random.integer(3, 6) : year < 1975 ? random.integer(3, 14) : random.integer(2, 8);
    home.floor = random.integer(0, home.storeys);
    home.lots = random.integer(home.storeys + 2, home.storeys * 8 + 6);
    const outside = random.weighted([
      ['none', 45],
      ['balcony', 33],
      ['terrace', 15],
      ['garden', home.floor === 0 ? 30 : 0],
    ] as const);
    if (outside === 'balcony') home.balconyArea = random.integer(3, 12);
    if (outside === 'terrace') home.terraceArea = random.integer(8, 40);
    if (outside === 'garden') home.gardenArea = random.integer(15, 120);
    home.features = {
      furnished: home.transactionType === 'RENT' && random.chance(rooms < 3 ? 0.5 : 0.2),
      disabledAccess: year > 2006 && random.chance(0.5),
      equippedKitchen: random.chance(0.6),
      balcony: outside === 'balcony',
      terrace: outside === 'terrace',
      garden: outside === 'garden',
      cellar: random.chance(0.5),
      lastFloor: home.floor === home.storeys,
      elevator: random.chance(home.storeys > 4 ? (year < 1949 ? 0.45 : 0.92) : year > 1990 ? 0.7 : 0.12),
      intercom: random.chance(0.8),
      gym: year > 2010 && random.chance(0.04),
      swimmingPool: year > 1980 && random.chance(0.05),
      parking: random.chance(year > 1970 ? 0.6 : 0.12),
    };
    home.charges = round(home.area * random.between(1, 3.4), 0);
  },
  HOUSE(home, random) {
    const rooms = random.weighted([
      [3, 13],
      [4, 27],
      [5, 31],
      [6, 17],
      [7, 9],
      [8, 3],
    ] as const);
    home.rooms = rooms;
    home.bedrooms = rooms - random.integer(1, rooms > 4 ? 2 : 1);
    home.bathrooms = random.integer(1, rooms > 4 ? 3 : 2);
    home.area = round((24 * rooms - 8) * random.around(0.1), 1);
    home.land = random.integer(home.town.outlined ? 80 : 300, home.town.outlined ? 900 : 3_500);
    home.gardenArea = round(home.land * random.between(0.5, 0.8), 0);
    if (random.chance(0.6)) home.terraceArea = random.integer(12, 60);
    home.features = {
      furnished: home.transactionType === 'RENT' && random.chance(0.12),
      disabledAccess: random.chance(0.1),
      equippedKitchen: random.chance(0.7),
      balcony: random.chance(0.12),
      terrace: home.terraceArea !== undefined,
      garden: true,
      cellar: random.chance(0.4),
      intercom: random.chance(0.3),
      gym: random.chance(0.01),
      swimmingPool: random.chance(home.town.center.lat < 45 ? 0.28 : 0.07),
      parking: random.chance(0.75),
    };
    if (home.features.balcony) home.balconyArea = random.integer(3, 10);
  },
  BUILDING(home, random) {
    home.lots = random.integer(3, 14);
    home.storeys = random.integer(2, 5);
    home.area = round(home.lots * random.between(38, 62), 0);
    home.land = random.integer(120, 900);
    home.features = {
      cellar: random.chance(0.7),
      parking: random.chance(0.3),
      elevator: false,
      garden: random.chance(0.25),
    };
  },
  PARKING(home, random) {
    home.area = random.integer(10, 18);
    home.floor = -random.integer(0, 3);
    home.features = {
      parking: true,
      elevator: random.chance(0.4),
      intercom: random.chance(0.3),
      disabledAccess: random.chance(0.2),
    };
    home.charges = random.integer(8, 30);
  },
  OFFICE(home, random) {
    home.area = round(
      random.weighted([
        [60, 5],
        [120, 4],
        [280, 2],
        [650, 1],
      ] as const) * random.around(0.2),
      0,
    );
    home.rooms = Math.max(1, Math.round(home.area / 25));
    home.storeys = random.integer(1, 9);
    home.floor = random.integer(0, home.storeys);
    home.features = {
      elevator: random.chance(0.7),
      disabledAccess: random.chance(0.6),
      intercom: random.chance(0.7),
      parking: random.chance(0.5),
      equippedKitchen: random.chance(0.3),
    };
    home.charges = round(home.area * random.between(1.5, 4), 0);
  },
  LAND(home, random) {
    home.area = random.integer(home.town.outlined ? 250 : 450, home.town.outlined ? 1_100 : 2_800);
    home.land = home.area;
  },
  SHOP(home, random) {
    home.area = round(
      random.weighted([
        [45, 5],
        [90, 4],
        [180, 1],
      ] as const) * random.around(0.2),
      0,
    );
    home.floor = 0;
    home.features = { cellar: random.chance(0.5), disabledAccess: random.chance(0.6), parking: random.chance(0.15) };
  },
  COMMERCIAL_PREMISES(home, random) {
    home.area = round(
      random.weighted([
        [150, 4],
        [400, 4],
        [900, 2],
      ] as const) * random.around(0.2),
      0,
    );
    home.land = round(home.area * random.between(1.1, 3), 0);
    home.features = { disabledAccess: random.chance(0.5), parking: random.chance(0.85) };
  },
  OTHER(home, random) {
    home.area = random.integer(20, 160);
    home.land = random.integer(0, 1) * random.integer(100, 1_500) || undefined;
    home.features = { parking: random.chance(0.4), garden: home.land !== undefined };
  },
};
