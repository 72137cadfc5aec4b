import type { DivisionType } from '../values/vocabulary.js';
import { DivisionNames } from './division-names.js';
import type { NamedDivision } from './named-division.js';

const PLACES: [name: string, type?: DivisionType, postalCodes?: string[]][] = [
  ['Paris', 'DEPARTMENT'],
  ['Paris', 'CITY', ['75001', '75002', '75011']],
  ['Paris 11e Arrondissement', 'DISTRICT', ['75011']],
  ['Parisot'],
  ['Cormeilles-en-Parisis', 'CITY', ['95240']],
  ['Saint-Étienne', 'CITY', ['42000', '42100']],
  ['Saint-Étienne-du-Bois', 'CITY', ['01370']],
  ["L'Haÿ-les-Roses", 'CITY', ['94240']],
  ['Œuilly'],
  ['Weißenburg'],
  ['Bourg-en-Bresse', 'CITY', ['01000']],
  ['Łódź'],
  ['Île-de-France', 'REGION'],
  ['Strasbourg'],
  ['Lyon'],
  ['Laon'],
  ['Ljon', 'NEIGHBORHOOD'],
  ['Sainte-Foy'],
  ['València'],
  ['Montpellier'],
  ['Y'],
];
const DIVISIONS: NamedDivision[] = PLACES.map(([name, type = 'CITY', postalCodes = []], i) => ({
  id: i + 1,
  type,
  name,
  postalCodes,
}));

let names: DivisionNames<NamedDivision>;
beforeEach(async () => {
  names = await DivisionNames.build(DIVISIONS, async () => {});
});

const find = (text: string, limit = 10, types?: DivisionType[]): string[] =>
  names.find({ text, limit, types }).map(({ division, match }) => `${division.name} ${match}`);
const first = (text: string): string | undefined => find(text, 1)[0];

describe('names of divisions', () => {
  it('are found whatever accents, case, hyphens, apostrophes and blanks', () => {
    for (const typed of [
      'Saint-Étienne',
      'saint etienne',
      'SAINT  ETIENNE',
      'saintetienne',
      'st etienne',
      'St.-Étienne',
      "saint'etienne",
    ])
      expect([typed, first(typed)]).toEqual([typed, 'Saint-Étienne EXACT']);
    for (const typed of ["l'hay les roses", 'L’Haÿ‐les‐Roses', 'lhaylesroses', 'l hay-les-roses'])
      expect([typed, first(typed)]).toEqual([typed, "L'Haÿ-les-Roses EXACT"]);
    expect(first('oeuilly')).toBe('Œuilly EXACT');
    expect(first('œu')).toBe('Œuilly PREFIX');
    expect(first('weissen')).toBe('Weißenburg PREFIX');
    expect(first('weiß')).toBe('Weißenburg PREFIX');
    expect(first('lodz')).toBe('Łódź EXACT');
    expect(first('valencia')).toBe('València EXACT');
    expect(first('ste foy')).toBe('Sainte-Foy EXACT');
    expect(first('y')).toBe('Y EXACT');
  });

  it('come whole before begun, begun before a later word, and mistyped last', () => {
    expect(find('paris')).toEqual([
      'Paris EXACT',
      'Paris EXACT',
      'Parisot PREFIX',
      'Paris 11e Arrondissement PREFIX',
      'Cormeilles-en-Parisis WORD',
    ]);
    expect(find('st')).toEqual(['Strasbourg PREFIX']); // "st" alone may become anything
    expect(find('etienne')).toEqual(['Saint-Étienne WORD', 'Saint-Étienne-du-Bois WORD']);
    expect(find('lyin')).toEqual(['Lyon TYPO']);
    expect(find('lon', 4)).toEqual(['Laon TYPO', 'Lyon TYPO', 'Ljon TYPO', 'Łódź TYPO']);
  });

  it('are found in spite of one typing error from three letters on, and two from eight', () => {
    for (const typed of ['montpelier', 'montpelllier', 'montpekkier', 'mnotpellier', 'ontpellier', 'momtpelier'])
      expect([typed, first(typed)]).toEqual([typed, 'Montpellier TYPO']);
    expect(first('lyno')).toBe('Lyon TYPO');
    expect(find('strsabuorg')).toEqual(['Strasbourg TYPO']);
    expect(find('strbo')).toEqual([]); // two errors in five letters
    expect(find('ly', 5)).toEqual(['Lyon PREFIX']); // no typing errors are seen in two letters
    expect(find('zy')).toEqual([]);
  });

  it('are found by postal codes and their beginnings, leading zeros and all; the place with fewer codes first', () => {
    expect(find('75011')).toEqual(['Paris 11e Arrondissement EXACT', 'Paris EXACT']);
    expect(find('750')).toEqual(['Paris PREFIX', 'Paris 11e Arrondissement PREFIX']);
    expect(find('01')).toEqual(['Bourg-en-Bresse PREFIX', 'Saint-Étienne-du-Bois PREFIX']);
    expect(find('1000')).toEqual([]);
    expect(find('75012')).toEqual([]); // no typing errors in codes
    expect(find('75011 paris')).toEqual(['Paris EXACT', 'Paris 11e Arrondissement PREFIX']);
    expect(first('saint-etienne 42')).toBe('Saint-Étienne EXACT');
  });

  it('stand in the order of their properties, then of their types, then the shorter first', () => {
    names.count(
      new Map([
        [4, 3],
        [2, 9],
      ]),
    );
    expect(names.find({ text: 'paris', limit: 4 }).map(({ division }) => division.id)).toEqual([2, 1, 4, 3]);
    names.count(new Map());
    expect(names.find({ text: 'paris', limit: 4 }).map(({ division }) => division.id)).toEqual([1, 2, 4, 3]);
  });

  it('are kept to the types and the number asked for', () => {
    expect(find('paris', 10, ['DISTRICT'])).toEqual(['Paris 11e Arrondissement PREFIX']);
    expect(find('paris', 10, ['CITY', 'DEPARTMENT']).slice(0, 2)).toEqual(['Paris EXACT', 'Paris EXACT']);
    expect(find('p', 2)).toHaveLength(2);
    expect(find('zzzzzz')).toEqual([]);
    expect(find('-')).toEqual([]);
  });
});
