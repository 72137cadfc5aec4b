import { sinceDay, instant, untilDay, type RangePhrase } from '../range-phrases.js';
import type { Phrases } from './phrases.js';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 });
const number = (value: number): string => numbers.format(value);

const count = (one: string, several: string, after = ''): RangePhrase => {
  const things = (n: number): string => `${number(n)} ${n === 1 ? one : several}${after}`;
  return {
    exactly: things,
    least: (n) => `mindestens ${things(n)}`,
    most: (n) => `höchstens ${things(n)}`,
    between: (a, b) => `${number(a)} bis ${things(b)}`,
  };
};

const amount = (before: string, unit = ''): RangePhrase => ({
  exactly: (n) => `${before}genau ${number(n)}${unit}`,
  least: (n) => `${before}mindestens ${number(n)}${unit}`,
  most: (n) => `${before}höchstens ${number(n)}${unit}`,
  between: (a, b) => `${before}${number(a)} bis ${number(b)}${unit}`,
});

const size = (before: string): RangePhrase => amount(before, ' m²');

const year = (verb: string): RangePhrase => ({
  exactly: (n) => `${n} ${verb}`,
  least: (n) => `${n} oder später ${verb}`,
  most: (n) => `${n} oder früher ${verb}`,
  between: (a, b) => `von ${a} bis ${b} ${verb}`,
});

const cut = (unit: string, than: string): RangePhrase => {
  const by = (n: number): string => `${number(n)}${unit}`;
  return {
    exactly: (n) => `um genau ${by(n)} günstiger ${than}`,
    least: (n) => `um mindestens ${by(n)} günstiger ${than}`,
    most: (n) => `um höchstens ${by(n)} günstiger ${than}`,
    between: (a, b) => `um ${by(a)} bis ${by(b)} günstiger ${than}`,
  };
};

const moment = (verb: string): RangePhrase => ({
  exactly: (at) => `${verb} um ${instant(at)}`,
  least: (from) => `${verb} seit ${sinceDay(from)}`,
  most: (to) => `${verb} bis ${untilDay(to)}`,
  between: (from, to) => `${verb} von ${sinceDay(from)} bis ${untilDay(to)}`,
});

const withOrWithout = (thing: string): readonly [string, string] => [`mit ${thing}`, `ohne ${thing}`];

/** Criteria in German. */
export const GERMAN: Phrases = {
  number,
  anyListing: 'jedes Inserat',
  anything: 'alles',
  and: 'und',
  or: 'oder',
  more: (more) => `${more} weitere`,
  either: (alternatives) => `entweder ${alternatives.join(' oder ')}`,
  orUnstated: (phrase) => `${phrase} (oder nicht angegeben)`,
  not: (phrase) => `nicht ${phrase}`,
  transactionTypes: { SELL: 'zu verkaufen', RENT: 'zu vermieten' },
  propertyTypes: {
    FLAT: 'eine Wohnung',
    HOUSE: 'ein Haus',
    BUILDING: 'ein Gebäude',
    PARKING: 'ein Stellplatz',
    OFFICE: 'ein Büro',
    LAND: 'ein Grundstück',
    SHOP: 'ein Laden',
    COMMERCIAL_PREMISES: 'eine Gewerbefläche',
    OTHER: 'eine andere Art von Objekt',
  },
  notOfTypes: (nouns, list) => list(nouns.map((noun) => `k${noun}`)), // kein, keine
  ranges: {
    price: amount(''),
    area: size(''),
    rooms: count('Zimmer', 'Zimmer'),
    bedrooms: count('Schlafzimmer', 'Schlafzimmer'),
    bathrooms: count('Bad', 'Bäder'),
    floor: {
      exactly: (n) => `im Stockwerk ${n}`,
      least: (n) => `im Stockwerk ${n} oder höher`,
      most: (n) => `im Stockwerk ${n} oder tiefer`,
      between: (a, b) => `in den Stockwerken ${a} bis ${b}`,
    },
    constructionYear: year('gebaut'),
    renovationYear: year('renoviert'),
    lots: count('Einheit', 'Einheiten', ' im Gebäude'),
    areaIndoor: size('innen '),
    areaOutdoor: size('außen '),
    areaLand: size('Grundstück von '),
    areaBalcony: size('ein Balkon von '),
    areaTerrace: size('eine Terrasse von '),
    areaGarden: size('ein Garten von '),
    charges: amount('Nebenkosten von '),
    agencyFees: amount('Maklerkosten von '),
    securityDeposit: amount('eine Kaution von '),
    pricePerSquareMeter: amount('je m² '),
    pictures: count('Bild', 'Bilder'),
    publishedAt: moment('veröffentlicht'),
    firstSeenAt: moment('zuerst gesehen'),
    lastChangedAt: moment('zuletzt geändert'),
    priceCutPercent: cut(' %', 'als zu Beginn'),
    priceCutAmount: cut('', 'als zu Beginn'),
    lastPriceCutPercent: cut(' %', 'als zuvor'),
    lastPriceCutAmount: cut('', 'als zuvor'),
  },
  flags: {
    furnished: ['möbliert', 'unmöbliert'],
    disabledAccess: ['barrierefrei', 'nicht barrierefrei'],
    equippedKitchen: withOrWithout('Einbauküche'),
    balcony: withOrWithout('Balkon'),
    terrace: withOrWithout('Terrasse'),
    garden: withOrWithout('Garten'),
    cellar: withOrWithout('Keller'),
    lastFloor: ['im obersten Stockwerk', 'nicht im obersten Stockwerk'],
    elevator: withOrWithout('Aufzug'),
    intercom: withOrWithout('Gegensprechanlage'),
    gym: withOrWithout('Fitnessraum'),
    swimmingPool: withOrWithout('Schwimmbad'),
    parking: withOrWithout('Stellplatz'),
    chargesIncluded: ['Nebenkosten enthalten', 'Nebenkosten nicht enthalten'],
    feesIncluded: ['Maklerkosten enthalten', 'Maklerkosten nicht enthalten'],
  },
  lists: {
    sourceId: (sources) => `aus der Quelle ${sources}`,
    publisherType: (types) => `angeboten von ${types}`,
    transactionStatus: (statuses) => `mit Stand ${statuses}`,
    saleType: (types) => `Art des Verkaufs ${types}`,
    mandateType: (types) => `mit Auftrag ${types}`,
    condition: (conditions) => `im Zustand ${conditions}`,
    currency: (currencies) => `mit Preis in ${currencies}`,
    dpe: (ratings) => `mit Energieklasse ${ratings}`,
    ghg: (ratings) => `mit Treibhausgasklasse ${ratings}`,
    heatingSystem: (systems) => `geheizt durch ${systems}`,
    energyCarrier: (carriers) => `geheizt mit ${carriers}`,
    locationAccuracy: (accuracies) => `mit Ortsangabe ${accuracies}`,
    postalCode: (codes) => `mit Postleitzahl ${codes}`,
  },
  words: {
    NEW: 'neu',
    GOOD: 'gut',
    TO_RENOVATE: 'zu renovieren',
    GAS: 'Gas',
    ELECTRICITY: 'Strom',
    OIL: 'Öl',
    WOOD: 'Holz',
    SOLAR: 'Sonne',
    GEOTHERMAL: 'Erdwärme',
    DISTRICT_HEATING: 'Fernwärme',
    BOILER: 'Heizkessel',
    HEAT_PUMP: 'Wärmepumpe',
    RADIATOR: 'Heizkörper',
    FLOOR_HEATING: 'Fußbodenheizung',
    SOLAR_THERMAL: 'Solarwärme',
    WOOD_STOVE: 'Holzofen',
    AIR_CONDITIONING: 'Klimaanlage',
    ELECTRIC_HEATER: 'Elektroheizung',
    PRECISE: 'genau',
    STREET: 'Straße',
    NEIGHBORHOOD: 'Viertel',
    DISTRICT: 'Bezirk',
    CITY: 'Stadt',
    UNKNOWN: 'unbekannt',
    NON_EXCLUSIVE: 'einfach',
    EXCLUSIVE: 'exklusiv',
    SEMI_EXCLUSIVE: 'halbexklusiv',
    PRIVATE_INDIVIDUAL: 'Privatpersonen',
    REAL_ESTATE_AGENCY: 'Maklerbüros',
    COMMERCIAL_AGENT: 'Handelsvertretern',
    MANDATED_AGENT: 'beauftragten Vertretern',
    PROFESSIONAL_UNKNOWN: 'unbekannten Gewerblichen',
    STANDARD: 'gewöhnlich',
    LIFE_ANNUITY: 'Leibrente',
    AVAILABLE: 'verfügbar',
    UNDER_OFFER: 'reserviert',
    SOLD: 'verkauft',
    RENTED: 'vermietet',
    WITHDRAWN: 'zurückgezogen',
  },
  division: (id) => `Gebiet ${id}`,
  shape: (id) => `Fläche ${id}`,
  in: (places) => `in ${places}`,
  notIn: (places) => `nicht in ${places}`,
  inside: (shapes) => `innerhalb von ${shapes}`,
  outside: (shapes) => `außerhalb von ${shapes}`,
  within: (distance, center) => `höchstens ${distance} von ${center}`,
  box: (south, north, west, east) =>
    `zwischen den Breiten ${south} und ${north} und von der Länge ${west} ostwärts bis ${east}`,
  saying: (entries) => `mit den Worten ${entries}`,
  notSaying: (entries) => `ohne die Worte ${entries}`,
  inField: { title: 'im Titel', description: 'in der Beschreibung' },
};
