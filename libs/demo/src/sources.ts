import type { PublisherType } from '@gable/domain';
import type { Random } from './random.js';

/** Where listings of the demo are published. All are invented; `.example` belongs to nobody (RFC 2606). */
export interface DemoSource {
  domain: string;
  name: string;
  /** How likely a field that the publisher gave is shown. */
  thoroughness: number;
  /** Gives every number as a whole one. */
  roundsAreas: boolean;
  /** How exactly it places properties. */
  places: 'point' | 'blurred' | 'town';
}

/** Who sells or lets, and how they word it. */
export interface Publisher {
  name: string;
  type: PublisherType;
  /** Of an agency with a site of its own. */
  source?: DemoSource;
  /** Departments it works in; none = everywhere. */
  departments?: readonly string[];
}

export const PORTALS: readonly (readonly [DemoSource, number])[] = [
  [
    {
      domain: 'toits-de-france.example',
      name: 'Toits de France',
      thoroughness: 0.92,
      roundsAreas: false,
      places: 'point',
    },
    34,
  ],
  [
    { domain: 'lebonpalier.example', name: 'Le Bon Palier', thoroughness: 0.7, roundsAreas: true, places: 'blurred' },
    30,
  ],
  [
    {
      domain: 'clefs-et-seuils.example',
      name: 'Clefs & Seuils',
      thoroughness: 0.85,
      roundsAreas: true,
      places: 'point',
    },
    20,
  ],
  [
    { domain: 'immo-hexagone.example', name: 'Immo Hexagone', thoroughness: 0.78, roundsAreas: false, places: 'town' },
    16,
  ],
];

/** Takes listings of private individuals only. */
export const PRIVATE_PORTAL: DemoSource = {
  domain: 'entre-voisins.example',
  name: 'Entre Voisins',
  thoroughness: 0.6,
  roundsAreas: true,
  places: 'blurred',
};

const AGENCIES: readonly Publisher[] = [
  agency('Régie de la Presqu’île', 'regie-presquile', ['69', '01', '38', '42']),
  agency('Cabinet des Deux Fleuves', 'cabinet-deux-fleuves', ['69', '38', '26', '71']),
  agency('Agence du Canal', 'agence-du-canal', ['75', '93', '94']),
  agency('Maison Valmont Immobilier', 'maison-valmont', ['75', '92', '78']),
  agency('L’Étude du Marais', 'etude-du-marais', ['75', '94', '77']),
  agency('Calanques Immobilier', 'calanques-immobilier', ['13', '83', '84']),
  agency('Azur & Collines', 'azur-et-collines', ['06', '83']),
  agency('Garonne Habitat', 'garonne-habitat', ['31', '33', '82', '47']),
  agency('Les Toits d’Armor', 'toits-armor', ['22', '29', '35', '44', '56']),
  agency('Beffroi Transactions', 'beffroi-transactions', ['59', '62', '80', '02']),
  agency('Cigogne Immobilier', 'cigogne-immobilier', ['67', '68', '57', '54', '88']),
  agency('Sud Garrigue Immobilier', 'sud-garrigue', ['34', '30', '11', '66']),
];

const NATIONAL: readonly Publisher[] = [
  { name: 'Réseau Palombe', type: 'MANDATED_AGENT' },
  { name: 'Habitat & Vous', type: 'REAL_ESTATE_AGENCY' },
  { name: 'Agence Saint-Éloi', type: 'REAL_ESTATE_AGENCY' },
  { name: 'Pierre & Compagnie', type: 'REAL_ESTATE_AGENCY' },
  { name: 'Camille Roussel Immobilier', type: 'COMMERCIAL_AGENT' },
  { name: 'Office Immo Pro', type: 'PROFESSIONAL_UNKNOWN' },
];

/** Who may have the property of a department in hand, in a random order; local agencies come first more often. */
export function publishersOf(department: string, random: Random): Publisher[] {
  const local = AGENCIES.filter(({ departments }) => departments?.includes(department));
  return random.chance(0.6)
    ? [...random.shuffle(local), ...random.shuffle(NATIONAL)]
    : [...random.shuffle(NATIONAL), ...random.shuffle(local)];
}

function agency(name: string, domain: string, departments: readonly string[]): Publisher {
  const source: DemoSource = {
    domain: `${domain}.example`,
    name,
    thoroughness: 0.95,
    roundsAreas: false,
    places: 'point',
  };
  return { name, type: 'REAL_ESTATE_AGENCY', source, departments };
}
