import { drawsFor, type SeededRandom } from '@gable/domain/testing';

/** Different words that adverts are made of; how often each comes follows Zipf's law, as in every language. */
const WORDS = 30_000;
/** Words of a description of 1.2 kB. */
const LENGTH = 185;
/** The commonest words, in their order; `COMMON` is in nearly every text, `loft` in some, the last in few. */
const HEAD: readonly string[] = (
  'de la et à le une avec en un des les vous sur pour dans appartement du au séjour cuisine chambres ' +
  'salle pièces bains proche vue balcon terrasse lumineux parking cave jardin situé résidence calme ' +
  'étage ascenseur entrée garage commerces transports maison travaux rénové parquet double vitrage ' +
  'chauffage gaz individuel placards bureau dressing loft poutres apparentes cheminée verrière piscine ' +
  'mezzanine duplex souplex viager terrassement atelier moulin'
).split(' ');
const SYLLABLES: readonly string[] = 'ba co di fou gre hi jo ka lu mon ne pla qui ro sé tra vi zou'.split(' ');

/** The word of a rank, from 0. */
export function wordOfRank(rank: number): string {
  if (rank < HEAD.length) return HEAD[rank]!;
  let word = '';
  for (let left = rank; left > 0 || word === ''; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length]!;
  return `${word}${rank % 3 === 0 ? 's' : ''}`;
}

/** Some word, the commoner the likelier: the inverse of the Zipf share of exponent 1. */
export function someWord(random: SeededRandom, from = 1): string {
  return wordOfRank(Math.floor(from * (WORDS / from) ** random.next()) - 1);
}

/** Title and description of an advert, the same for the same number: 60 bytes and 1.2 kB. */
export function advertText(number: number): { readonly title: string; readonly description: string } {
  const random = drawsFor(7, 'text', number);
  const words = (count: number): string => {
    let text = someWord(random);
    for (let left = count; left > 1; left -= 1) text += (random.chance(0.12) ? ', ' : ' ') + someWord(random);
    return text;
  };
  return { title: words(9), description: words(LENGTH) };
}
