import { sinceDay, instant, untilDay, type RangePhrase } from '../range-phrases.js';
import type { Phrases } from './phrases.js';

const numbers = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 20 });
const number = (value: number): string => numbers.format(value);

const count = (one: string, several: string, after = ''): RangePhrase => {
  const things = (n: number): string => `${number(n)} ${Math.abs(n) < 2 ? one : several}${after}`;
  return {
    exactly: things,
    least: (n) => `au moins ${things(n)}`,
    most: (n) => `au plus ${things(n)}`,
    between: (a, b) => `${number(a)} à ${things(b)}`,
  };
};

const amount = (before: string, after = ''): RangePhrase => ({
  exactly: (n) => `${before}${number(n)}${after} exactement`,
  least: (n) => `${before}${number(n)}${after} au moins`,
  most: (n) => `${before}${number(n)}${after} au plus`,
  between: (a, b) => `${before}${number(a)} à ${number(b)}${after}`,
});

const size = (before: string): RangePhrase => amount(before, ' m²');

const year = (verb: string): RangePhrase => ({
  exactly: (n) => `${verb} en ${n}`,
  least: (n) => `${verb} en ${n} ou après`,
  most: (n) => `${verb} en ${n} ou avant`,
  between: (a, b) => `${verb} entre ${a} et ${b}`,
});

const cut = (unit: string, than: string): RangePhrase => {
  const by = (n: number): string => `${number(n)}${unit}`;
  return {
    exactly: (n) => `moins cher ${than} de ${by(n)} exactement`,
    least: (n) => `moins cher ${than} de ${by(n)} au moins`,
    most: (n) => `moins cher ${than} de ${by(n)} au plus`,
    between: (a, b) => `moins cher ${than} de ${by(a)} à ${by(b)}`,
  };
};

const moment = (verb: string): RangePhrase => ({
  exactly: (at) => `${verb} le ${instant(at)}`,
  least: (from) => `${verb} depuis le ${sinceDay(from)}`,
  most: (to) => `${verb} jusqu’au ${untilDay(to)}`,
  between: (from, to) => `${verb} du ${sinceDay(from)} au ${untilDay(to)}`,
});

const withOrWithout = (thing: string, article = 'un'): readonly [string, string] => [
  `avec ${article} ${thing}`,
  `sans ${thing}`,
];

/** Criteria in French. */
export const FRENCH: Phrases = {
  number,
  anyListing: 'toute annonce',
  anything: 'tout',
  and: 'et',
  or: 'ou',
  more: (more) => `${more} autres`,
  either: (alternatives) => `soit ${alternatives.join(' soit ')}`,
  orUnstated: (phrase) => `${phrase} (ou non précisé)`,
  not: (phrase) => `pas ${phrase}`,
  transactionTypes: { SELL: 'à vendre', RENT: 'à louer' },
  propertyTypes: {
    FLAT: 'un appartement',
    HOUSE: 'une maison',
    BUILDING: 'un immeuble',
    PARKING: 'une place de stationnement',
    OFFICE: 'un bureau',
    LAND: 'un terrain',
    SHOP: 'une boutique',
    COMMERCIAL_PREMISES: 'un local d’activité',
    OTHER: 'un autre type de bien',
  },
  notOfTypes: (nouns, list) => `pas ${list(nouns)}`,
  ranges: {
    price: amount(''),
    area: size(''),
    rooms: count('pièce', 'pièces'),
    bedrooms: count('chambre', 'chambres'),
    bathrooms: count('salle de bains', 'salles de bains'),
    floor: {
      exactly: (n) => `à l’étage ${n}`,
      least: (n) => `à l’étage ${n} ou plus haut`,
      most: (n) => `à l’étage ${n} ou plus bas`,
      between: (a, b) => `aux étages ${a} à ${b}`,
    },
    constructionYear: year('construit'),
    renovationYear: year('rénové'),
    lots: count('lot', 'lots', ' dans l’immeuble'),
    areaIndoor: size('à l’intérieur '),
    areaOutdoor: size('à l’extérieur '),
    areaLand: size('un terrain de '),
    areaBalcony: size('un balcon de '),
    areaTerrace: size('une terrasse de '),
    areaGarden: size('un jardin de '),
    charges: amount('charges de '),
    agencyFees: amount('honoraires de '),
    securityDeposit: amount('un dépôt de garantie de '),
    pricePerSquareMeter: amount('', ' par m²'),
    pictures: count('photo', 'photos'),
    publishedAt: moment('publié'),
    firstSeenAt: moment('vu pour la première fois'),
    lastChangedAt: moment('modifié pour la dernière fois'),
    priceCutPercent: cut(' %', 'qu’au début'),
    priceCutAmount: cut('', 'qu’au début'),
    lastPriceCutPercent: cut(' %', 'qu’auparavant'),
    lastPriceCutAmount: cut('', 'qu’auparavant'),
  },
  flags: {
    furnished: ['meublé', 'non meublé'],
    disabledAccess: ['accessible en fauteuil', 'non accessible en fauteuil'],
    equippedKitchen: withOrWithout('cuisine équipée', 'une'),
    balcony: withOrWithout('balcon'),
    terrace: withOrWithout('terrasse', 'une'),
    garden: withOrWithout('jardin'),
    cellar: withOrWithout('cave', 'une'),
    lastFloor: ['au dernier étage', 'pas au dernier étage'],
    elevator: withOrWithout('ascenseur'),
    intercom: withOrWithout('interphone'),
    gym: withOrWithout('salle de sport', 'une'),
    swimmingPool: withOrWithout('piscine', 'une'),
    parking: withOrWithout('stationnement'),
    chargesIncluded: ['charges comprises', 'charges non comprises'],
    feesIncluded: ['honoraires compris', 'honoraires non compris'],
  },
  lists: {
    sourceId: (sources) => `de la source ${sources}`,
    publisherType: (types) => `publié par ${types}`,
    transactionStatus: (statuses) => `au statut ${statuses}`,
    saleType: (types) => `type de vente ${types}`,
    mandateType: (types) => `avec mandat ${types}`,
    condition: (conditions) => `en état ${conditions}`,
    currency: (currencies) => `au prix en ${currencies}`,
    dpe: (ratings) => `classé ${ratings} pour l’énergie`,
    ghg: (ratings) => `classé ${ratings} pour les gaz à effet de serre`,
    heatingSystem: (systems) => `chauffé par ${systems}`,
    energyCarrier: (carriers) => `chauffé avec ${carriers}`,
    locationAccuracy: (accuracies) => `localisé : ${accuracies}`,
    postalCode: (codes) => `au code postal ${codes}`,
  },
  words: {
    NEW: 'neuf',
    GOOD: 'bon',
    TO_RENOVATE: 'à rénover',
    GAS: 'gaz',
    ELECTRICITY: 'électricité',
    OIL: 'fioul',
    WOOD: 'bois',
    SOLAR: 'soleil',
    GEOTHERMAL: 'géothermie',
    DISTRICT_HEATING: 'chauffage urbain',
    BOILER: 'chaudière',
    HEAT_PUMP: 'pompe à chaleur',
    RADIATOR: 'radiateur',
    FLOOR_HEATING: 'plancher chauffant',
    SOLAR_THERMAL: 'solaire thermique',
    WOOD_STOVE: 'poêle à bois',
    AIR_CONDITIONING: 'climatisation',
    ELECTRIC_HEATER: 'chauffage électrique',
    PRECISE: 'au point exact',
    STREET: 'à la rue',
    NEIGHBORHOOD: 'au quartier',
    DISTRICT: 'à l’arrondissement',
    CITY: 'à la ville',
    UNKNOWN: 'inconnu',
    NON_EXCLUSIVE: 'simple',
    EXCLUSIVE: 'exclusif',
    SEMI_EXCLUSIVE: 'semi-exclusif',
    PRIVATE_INDIVIDUAL: 'un particulier',
    REAL_ESTATE_AGENCY: 'une agence immobilière',
    COMMERCIAL_AGENT: 'un agent indépendant',
    MANDATED_AGENT: 'un mandataire',
    PROFESSIONAL_UNKNOWN: 'un professionnel non identifié',
    STANDARD: 'ordinaire',
    LIFE_ANNUITY: 'viager',
    AVAILABLE: 'disponible',
    UNDER_OFFER: 'sous offre',
    SOLD: 'vendu',
    RENTED: 'loué',
    WITHDRAWN: 'retiré',
  },
  division: (id) => `territoire ${id}`,
  shape: (id) => `zone ${id}`,
  in: (places) => `à ${places}`,
  notIn: (places) => `pas à ${places}`,
  inside: (shapes) => `dans ${shapes}`,
  outside: (shapes) => `hors de ${shapes}`,
  within: (distance, center) => `à ${distance} au plus de ${center}`,
  box: (south, north, west, east) =>
    `entre les latitudes ${south} et ${north} et de la longitude ${west} vers l’est jusqu’à ${east}`,
  saying: (entries) => `avec les mots ${entries}`,
  notSaying: (entries) => `sans les mots ${entries}`,
  inField: { title: 'dans le titre', description: 'dans la description' },
};
