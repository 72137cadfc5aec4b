import { LONGEST_WORD } from '../../words/fold-units.js';
import type { CriteriaExample } from './criteria-example.js';

export const WORD_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a word is asked for in title and description, and is no part of a longer one',
    criteria: { text: { all: ['loft'] } },
    meets: [{ title: 'Loft !' }, { description: 'un LOFT' }, { title: 'x', description: '(loft)' }],
    misses: [{ title: 'lofts' }, { description: 'souloft' }, { title: 'lo ft' }, { title: '' }, {}],
  },
  {
    says: 'accents, case, ligatures and stroked letters make no difference',
    criteria: { text: { all: ['ETAGE', 'cœur', 'straße', 'lodz'] } },
    meets: [
      { title: 'Étage cœur Strasse Łódź' },
      { title: 'e\u0301tage', description: 'COEUR STRAßE ŁÓDŹ' },
      { description: 'É\u0316\u0301TAGE CŒUR, straẞe; lo\u0301dz' },
    ],
    misses: [{ title: 'etage coeur strase lodz' }, { title: 'étage cœur' }, {}],
  },
  {
    says: 'an apostrophe, a hyphen and U+200B end a word; joiners and the soft hyphen do not',
    criteria: { text: { all: ["l'étage", 'copropriete'] } },
    meets: [
      { title: 'l’etage copropriété' },
      { title: 'L-ETAGE co\u00adpro\u200dpri\u200ce\u2060te\ufeff' },
      { title: 'l\u200betage copropriete' },
    ],
    misses: [{ title: 'letage copropriete' }, { title: "l'etage co\u200bpropriete" }, { title: 'etage l copropriete' }],
  },
  {
    says: '150m2, m² and T3 are one word each',
    criteria: { text: { any: ['150m2', 't3'] } },
    meets: [{ title: '150m²' }, { title: 'un T3' }],
    misses: [{ title: '150 m²' }, { title: 'T 3' }, { title: 'T33' }],
  },
  {
    says: 'Han and kana stand alone, so that their phrases need no blanks',
    criteria: { text: { all: ['東京'] } },
    meets: [{ title: '東京タワー' }, { title: '東 京' }, { title: '新東京' }],
    misses: [{ title: '京東' }, { title: '東の京' }],
  },
  {
    says: 'a phrase is adjacent words in order, within one of the two texts',
    criteria: { text: { all: ['poutres apparentes'] } },
    meets: [{ title: 'Poutres apparentes' }, { description: 'avec poutres, apparentes' }],
    misses: [
      { title: 'apparentes poutres' },
      { title: 'poutres bien apparentes' },
      { title: 'poutres', description: 'apparentes' },
      { title: 'sous-poutres', description: 'apparentes' },
    ],
  },
  {
    says: 'a star asks for the beginning of a word',
    criteria: { text: { all: ['terrass*'] } },
    meets: [{ title: 'Terrasses' }, { title: 'terrass' }, { description: 'un terrassement' }],
    misses: [{ title: 'terras se' }, { title: 'la-terras' }, { title: 'interrasse' }],
  },
  {
    says: 'every entry of all, one of any, none of none',
    criteria: { text: { all: ['loft', 'vue'], any: ['mer', 'montagne'], none: ['viager', 'rez de chaussée'] } },
    meets: [{ title: 'loft', description: 'vue mer' }, { title: 'Vue montagne, loft au rez-de-jardin' }],
    misses: [
      { title: 'loft vue' },
      { title: 'loft mer' },
      { title: 'loft vue mer', description: 'Viager' },
      { title: 'loft vue mer', description: 'au rez-de-chaussée' },
    ],
  },
  {
    says: 'a listing without a text meets none only',
    criteria: { text: { none: ['viager'] } },
    meets: [{}, { title: 'loft' }, { title: '', description: '!' }],
    misses: [{ title: 'viager' }],
  },
  {
    says: 'in says which of the texts counts',
    criteria: { text: { all: ['loft'], none: ['viager'], in: ['title'] } },
    meets: [{ title: 'loft', description: 'viager' }, { title: 'loft' }],
    misses: [{ description: 'loft' }, { title: 'loft viager' }, {}],
  },
  {
    says: 'entries of any and of none in the description',
    criteria: { text: { any: ['loft', 'vue mer'], none: ['terrass*'], in: ['description'] } },
    meets: [{ title: 'terrasse', description: 'vue mer' }, { description: 'loft' }],
    misses: [{ title: 'loft' }, { description: 'loft, terrasse' }, { title: 'vue mer', description: 'vue' }],
  },
  {
    says: 'words among other conditions and alternatives',
    criteria: {
      price: { max: 200 },
      text: { none: ['viager'] },
      operator: 'OR',
      children: [{ text: { all: ['loft'] } }, { rooms: { min: 3 }, text: { any: ['jardin'] } }],
    },
    meets: [
      { price: 100, title: 'loft' },
      { price: 200, rooms: 3, title: 'jardin' },
    ],
    misses: [
      { price: 300, title: 'loft' },
      { price: 100, title: 'loft en viager' },
      { price: 100, rooms: 2, title: 'jardin' },
      { price: 100, rooms: 3 },
    ],
  },
  {
    says: 'empty lists but any are no condition',
    criteria: { text: { all: [], none: [], any: null, in: ['title'] } },
    meets: [{}, { title: 'x' }],
    misses: [],
  },
  {
    says: 'a longer word than any entry may be is only found by its beginning',
    criteria: { text: { any: ['a'.repeat(LONGEST_WORD), `${'b'.repeat(LONGEST_WORD)}*`] } },
    meets: [{ title: 'a'.repeat(LONGEST_WORD) }, { title: 'b'.repeat(100_000) }, { title: 'b'.repeat(LONGEST_WORD) }],
    misses: [{ title: 'a'.repeat(LONGEST_WORD + 1) }, { title: 'b'.repeat(LONGEST_WORD - 1) }, { title: 'a…' }],
  },
];
