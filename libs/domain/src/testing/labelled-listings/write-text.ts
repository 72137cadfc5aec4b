import type { SeededRandom } from '../generating/seeded-random.js';
import type { Listing } from '../../listing/listing.js';

// Fragments of two to five words: a sentence takes one of each column, so that two texts hardly share five words in a
// row.
const WHO = [
  'ce bien',
  'le logement',
  'cet espace de vie',
  'notre coup de cœur',
  'la propriété',
  'ce lieu',
  'l’ensemble proposé',
  'votre futur chez-vous',
  'cette adresse',
  'l’endroit',
  'cette rareté',
  'ce cocon',
];
const DOES = [
  'se distingue par',
  'profite pleinement de',
  'offre au quotidien',
  'révèle dès l’entrée',
  'vous réserve',
  'dispose aussi de',
  'met en valeur',
  'conjugue avec bonheur',
  'tire parti de',
  'ne manque pas de',
  'garde tout le charme de',
  'surprend avec',
];
const WHAT = [
  'volumes bien pensés',
  'belles hauteurs sous plafond',
  'une lumière traversante',
  'rangements intégrés partout',
  'parquets anciens soignés',
  'une vue dégagée',
  'matériaux choisis',
  'une circulation fluide',
  'fenêtres récentes isolantes',
  'murs épais et frais',
  'une pièce à vivre généreuse',
  'chambres au calme',
  'un coin bureau pratique',
  'une salle d’eau refaite',
  'peintures neuves',
  'une entrée indépendante',
];
const WHERE = [
  'côté cour',
  'plein sud',
  'à deux pas des commerces',
  'au pied du tramway',
  'près des écoles',
  'dans une rue paisible',
  'face au parc',
  'sans vis-à-vis',
  'loin du bruit',
  'non loin du marché',
  'proche de la gare',
  'dans un quartier recherché',
];
const WHEN = [
  'toute l’année',
  'dès aujourd’hui',
  'en toute saison',
  'au fil des jours',
  'sans travaux à prévoir',
  'pour longtemps',
  'chaque matin',
  'du matin au soir',
  'le soir venu',
  'à toute heure',
];
const CLOSINGS = [
  'nos honoraires sont affichés en agence et sur notre site',
  'les risques auxquels ce bien est exposé figurent sur le site géorisques',
  'visites sur rendez-vous uniquement du lundi au samedi',
  'estimation gratuite de votre bien sous quarante-huit heures',
  'dossier complet demandé avant toute visite merci',
];

/**
 * What somebody writes of the property in words of their own: eight to twelve sentences and the two closing phrases
 * that they put under every listing.
 */
export function writeText(
  { area, rooms, features }: Listing,
  writer: { readonly name: string; readonly closing: readonly number[] },
  random: SeededRandom,
): string {
  const sentences = Array.from(
    { length: random.whole(8, 12) },
    () => `${random.pick(WHO)} ${random.pick(DOES)} ${random.pick(WHAT)} ${random.pick(WHERE)} ${random.pick(WHEN)}`,
  );
  const facts =
    area === undefined
      ? 'Programme neuf'
      : random.pick([
          `Surface de ${area} m² pour ${rooms} pièces`,
          `${rooms} pièces, ${area} m²`,
          `Avec ses ${area} m², ${rooms} pièces`,
        ]);
  if (features?.balcony) sentences.push(`Balcon ${random.pick(WHERE)}`);
  return `${[facts, ...sentences, ...writer.closing.map((which) => CLOSINGS[which]!), writer.name].join('. ')}.`;
}
