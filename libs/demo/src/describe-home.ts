import type { Feature, Listing } from '@gable/domain/listing';
import type { PropertyType } from '@gable/domain';
import type { Home } from './home.js';
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

/** Types of which an advert tells the condition in words. */
const LIVED_IN: ReadonlySet<PropertyType> = new Set(['FLAT', 'HOUSE', 'BUILDING']);

type Facts = Readonly<Record<string, string | undefined>>;

/** Words an advert in French: nothing in it contradicts what the advert states in figures. */
export function describeHome(home: Home, advert: Listing, random: Random): { title: string; description: string } {
  const facts = factsOf(home, advert);
  // A parking place does not say that parking is included.
  const itself = home.propertyType === 'PARKING' ? 'parking' : undefined;
  const say = (bank: Bank): string => word(bank, facts, random);
  const features = Object.entries(FEATURE_SENTENCES).filter(
    ([feature]) => advert.features?.[feature as Feature] === true && feature !== itself,
  );
  const condition = advert.condition === 'NEW' || advert.condition === 'TO_RENOVATE' ? advert.condition : 'RENOVATED';
  const sentences = [
    say(OPENINGS[home.propertyType]),
    layout(home, advert, random),
    ...random.shuffle([
      ...features.filter(() => random.chance(0.85)).map(([, bank]) => say(bank)),
      say(home.town.outlined ? TOWN_SENTENCES : VILLAGE_SENTENCES),
      LIVED_IN.has(home.propertyType) && random.chance(0.8) ? say(CONDITION_SENTENCES[condition]) : '',
      random.chance(0.8) ? say(FACT_SENTENCES) : '',
      random.chance(0.5) ? say(FACT_SENTENCES) : '',
    ]),
    home.lifeAnnuity ? 'Vente en viager occupé.' : '',
    say(
      advert.publisher?.type !== 'PRIVATE_INDIVIDUAL'
        ? CLOSINGS
        : home.transactionType === 'SELL'
          ? PRIVATE_CLOSINGS
          : PRIVATE_RENT_CLOSINGS,
    ),
  ];
  return {
    title: capital(say(TITLES[home.propertyType])),
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

function layout(home: Home, advert: Listing, random: Random): string {
  if ((home.propertyType !== 'FLAT' && home.propertyType !== 'HOUSE') || advert.bedrooms === undefined) return '';
  const bedrooms = [
    '',
    'une chambre',
    'deux chambres',
    'trois chambres',
    'quatre chambres',
    'cinq chambres',
    'six chambres',
    'sept chambres',
  ][advert.bedrooms] as string;
  const kitchen = advert.features?.equippedKitchen ? 'une cuisine équipée' : 'une cuisine';
  const bath =
    (advert.bathrooms ?? 1) > 1
      ? `${['', '', 'deux', 'trois'][advert.bathrooms as number]} salles de bains`
      : random.pick(['une salle de bains', 'une salle d’eau']);
  if (advert.bedrooms === 0)
    return random.pick([
      `Pièce de vie avec coin nuit, ${kitchen} et ${bath}.`,
      `Il comprend une pièce principale, ${kitchen} et ${bath}.`,
    ]);
  return random.pick([
    `${home.propertyType === 'FLAT' ? 'Il' : 'Elle'} comprend un séjour, ${kitchen}, ${bedrooms} et ${bath}.`,
    `L’entrée dessert un séjour lumineux, ${kitchen}, puis ${bedrooms} et ${bath}.`,
    `Pièce de vie, ${kitchen}, ${bedrooms}, ${bath} : tout est là.`,
    `Côté nuit, ${bedrooms} et ${bath} ; côté jour, un salon et ${kitchen}.`,
  ]);
}

function factsOf(home: Home, advert: Listing): Facts {
  const { rooms, area } = advert;
  const house = home.propertyType === 'HOUSE';
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
    where: shortName(home),
    inTown: inTown(home),
    street: home.street.replace(/^\d+ /, ''),
    area: square(area),
    land: square(advert.areas?.land),
    thing,
    Thing: thing && capital(thing),
    thing1: rooms === 1 ? undefined : thing,
    T: house || rooms === undefined ? undefined : rooms === 1 ? 'Studio' : `T${rooms}`,
    roomCount: rooms === undefined ? undefined : `${rooms} pièces`,
    bedroomCount: advert.bedrooms && advert.bedrooms > 1 ? `${advert.bedrooms} chambres` : undefined,
    floor: floorWords(home, advert),
    era: eraOf(home, advert.building?.constructionYear),
    asset: assetOf(advert),
    Deal: home.transactionType === 'SELL' ? 'À vendre' : 'À louer',
    lots: text(advert.building?.lots),
    year: text(advert.building?.constructionYear),
    renovated: text(advert.building?.renovationYear),
    dpe: advert.energy?.dpe,
    ghg: advert.energy?.ghg,
    heating: advert.energy?.energyCarrier && HEATING_WORDS[advert.energy.energyCarrier],
    charges: text(advert.pricing?.charges),
    balcony: square(advert.areas?.balcony),
    terrace: square(advert.areas?.terrace),
    garden: square(advert.areas?.garden),
    publisher: advert.publisher?.name,
  };
}

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** "Lyon 3e", or the commune. */
function shortName(home: Home): string {
  return (home.district ?? home.town).name.replace(' Arrondissement', '');
}

/** "à Lyon 3e", "au Mans", "aux Lilas". */
function inTown(home: Home): string {
  const name = shortName(home);
  if (name.startsWith('Le ')) return `au ${name.slice(3)}`;
  return name.startsWith('Les ') ? `aux ${name.slice(4)}` : `à ${name}`;
}

function floorWords(home: Home, advert: Listing): string | undefined {
  if (advert.floor === undefined || advert.floor < 0) return undefined;
  if (advert.floor === 0) return 'en rez-de-chaussée';
  const ordinal = advert.floor === 1 ? '1er' : `${advert.floor}e`;
  return advert.features?.lastFloor && advert.floor === home.storeys
    ? `au ${ordinal} et dernier étage`
    : `au ${ordinal} étage`;
}

function eraOf(home: Home, year: number | undefined): string | undefined {
  if (year === undefined) return undefined;
  if (home.propertyType === 'HOUSE')
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
