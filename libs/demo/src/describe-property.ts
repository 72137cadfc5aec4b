import type { Feature, Listing } from '@gable/domain/listing';
import type { PropertyType } from '@gable/domain';
import type { DemoProperty } from './demo-property.js';
import {
  CLOSINGS,
  CONDITION_SENTENCES,
  FACT_SENTENCES,
  FEATURE_SENTENCES,
  HEATING_WORDS,
  OPENINGS,
  PRIVATE_CLOSINGS,
  PRIVATE_RENT_CLOSINGS,
  TITLES,
  TOWN_SENTENCES,
  VILLAGE_SENTENCES,
  type Bank,
} from './phrases.js';
import type { Random } from './random.js';

/** Types of which a listing states the condition in words. */
const LIVED_IN: ReadonlySet<PropertyType> = new Set(['FLAT', 'HOUSE', 'BUILDING']);

type Facts = Readonly<Record<string, string | undefined>>;

/** Words a listing in French: nothing in it contradicts what the listing states in figures. */
export function describeProperty(
  property: DemoProperty,
  listing: Listing,
  random: Random,
): { title: string; description: string } {
  const facts = factsOf(property, listing);
  // A parking place does not say that parking is included.
  const itself = property.propertyType === 'PARKING' ? 'parking' : undefined;
  const say = (bank: Bank): string => word(bank, facts, random);
  const features = Object.entries(FEATURE_SENTENCES).filter(
    ([feature]) => listing.features?.[feature as Feature] === true && feature !== itself,
  );
  const condition =
    listing.condition === 'NEW' || listing.condition === 'TO_RENOVATE' ? listing.condition : 'RENOVATED';
  const sentences = [
    say(OPENINGS[property.propertyType]),
    layout(property, listing, random),
    ...random.shuffle([
      ...features.filter(() => random.chance(0.85)).map(([, bank]) => say(bank)),
      say(property.town.outlined ? TOWN_SENTENCES : VILLAGE_SENTENCES),
      LIVED_IN.has(property.propertyType) && random.chance(0.8) ? say(CONDITION_SENTENCES[condition]) : '',
      random.chance(0.8) ? say(FACT_SENTENCES) : '',
      random.chance(0.5) ? say(FACT_SENTENCES) : '',
    ]),
    property.lifeAnnuity ? 'Vente en viager occupé.' : '',
    say(
      listing.publisher?.type !== 'PRIVATE_INDIVIDUAL'
        ? CLOSINGS
        : property.transactionType === 'SELL'
          ? PRIVATE_CLOSINGS
          : PRIVATE_RENT_CLOSINGS,
    ),
  ];
  return {
    title: capital(say(TITLES[property.propertyType])),
    description: [...new Set(sentences.filter(Boolean))].map(capital).join(' '),
  };
}

/** A sentence of the bank all of whose facts are known; '' where there is none. */
function word(bank: Bank, facts: Facts, random: Random): string {
  const sayable = bank.filter((sentence) =>
    [...sentence.matchAll(/\{(\w+)\}/g)].every(([, fact]) => facts[fact as string] !== undefined),
  );
  if (sayable.length === 0) return '';
  const said = random.pick(sayable).replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] as string);
  return said.replace(/\bce (?=appartement)/g, 'cet ');
}

function layout(property: DemoProperty, listing: Listing, random: Random): string {
  if ((property.propertyType !== 'FLAT' && property.propertyType !== 'HOUSE') || listing.bedrooms === undefined)
    return '';
  const bedrooms = [
    '',
    'une chambre',
    'deux chambres',
    'trois chambres',
    'quatre chambres',
    'cinq chambres',
    'six chambres',
    'sept chambres',
  ][listing.bedrooms] as string;
  const kitchen = listing.features?.equippedKitchen ? 'une cuisine équipée' : 'une cuisine';
  const bath =
    (listing.bathrooms ?? 1) > 1
      ? `${['', '', 'deux', 'trois'][listing.bathrooms as number]} salles de bains`
      : random.pick(['une salle de bains', 'une salle d’eau']);
  if (listing.bedrooms === 0)
    return random.pick([
      `Pièce de vie avec coin nuit, ${kitchen} et ${bath}.`,
      `Il comprend une pièce principale, ${kitchen} et ${bath}.`,
    ]);
  return random.pick([
    `${property.propertyType === 'FLAT' ? 'Il' : 'Elle'} comprend un séjour, ${kitchen}, ${bedrooms} et ${bath}.`,
    `L’entrée dessert un séjour lumineux, ${kitchen}, puis ${bedrooms} et ${bath}.`,
    `Pièce de vie, ${kitchen}, ${bedrooms}, ${bath} : tout est là.`,
    `Côté nuit, ${bedrooms} et ${bath} ; côté jour, un salon et ${kitchen}.`,
  ]);
}

function factsOf(property: DemoProperty, listing: Listing): Facts {
  const { rooms, area } = listing;
  const house = property.propertyType === 'HOUSE';
  const thing =
    rooms === undefined
      ? undefined
      : house
        ? `maison de ${rooms} pièces`
        : rooms === 1
          ? 'studio'
          : `appartement de ${rooms} pièces`;
  const square = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : `${String(value).replace('.', ',')} m²`;
  return {
    where: shortName(property),
    inTown: inTown(property),
    street: property.street.replace(/^\d+ /, ''),
    area: square(area),
    land: square(listing.areas?.land),
    thing,
    Thing: thing && capital(thing),
    thing1: rooms === 1 ? undefined : thing,
    T: house || rooms === undefined ? undefined : rooms === 1 ? 'Studio' : `T${rooms}`,
    roomCount: rooms === undefined ? undefined : `${rooms} pièces`,
    bedroomCount: listing.bedrooms && listing.bedrooms > 1 ? `${listing.bedrooms} chambres` : undefined,
    floor: floorWords(property, listing),
    era: eraOf(property, listing.building?.constructionYear),
    asset: assetOf(listing),
    Deal: property.transactionType === 'SELL' ? 'À vendre' : 'À louer',
    lots: text(listing.building?.lots),
    year: text(listing.building?.constructionYear),
    renovated: text(listing.building?.renovationYear),
    dpe: listing.energy?.dpe,
    ghg: listing.energy?.ghg,
    heating: listing.energy?.energyCarrier && HEATING_WORDS[listing.energy.energyCarrier],
    charges: text(listing.pricing?.charges),
    balcony: square(listing.areas?.balcony),
    terrace: square(listing.areas?.terrace),
    garden: square(listing.areas?.garden),
    publisher: listing.publisher?.name,
  };
}

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** "Lyon 3e", or the commune. */
function shortName(property: DemoProperty): string {
  return (property.district ?? property.town).name.replace(' Arrondissement', '');
}

/** "à Lyon 3e", "au Mans", "aux Lilas". */
function inTown(property: DemoProperty): string {
  const name = shortName(property);
  if (name.startsWith('Le ')) return `au ${name.slice(3)}`;
  return name.startsWith('Les ') ? `aux ${name.slice(4)}` : `à ${name}`;
}

function floorWords(property: DemoProperty, listing: Listing): string | undefined {
  if (listing.floor === undefined || listing.floor < 0) return undefined;
  if (listing.floor === 0) return 'en rez-de-chaussée';
  const ordinal = listing.floor === 1 ? '1er' : `${listing.floor}e`;
  return listing.features?.lastFloor && listing.floor === property.storeys
    ? `au ${ordinal} et dernier étage`
    : `au ${ordinal} étage`;
}

function eraOf(property: DemoProperty, year: number | undefined): string | undefined {
  if (year === undefined) return undefined;
  if (property.propertyType === 'HOUSE')
    return year < 1949
      ? 'ancienne'
      : year < 1990
        ? `des années ${Math.floor((year % 100) / 10)}0`
        : year < 2013
          ? 'contemporaine'
          : 'récente';
  return year < 1915
    ? 'ancien'
    : year < 1949
      ? 'des années 1930'
      : year < 1990
        ? `des années ${Math.floor((year % 100) / 10)}0`
        : year < 2013
          ? 'contemporain'
          : 'récent';
}

function assetOf({ features }: Listing): string | undefined {
  if (features?.terrace) return 'avec terrasse';
  if (features?.garden) return 'avec jardin';
  if (features?.balcony) return 'avec balcon';
  return features?.parking ? 'avec stationnement' : undefined;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
