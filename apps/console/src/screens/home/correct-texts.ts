import { texts } from '../../texts/texts.js';

/** Words for merging and splitting by hand. */
export const correctTexts = texts({
  en: {
    title: 'Merge or split by hand',
    lead: 'A person’s decision overrides all evidence and is never undone by itself. It holds for everybody.',
    forOperators:
      'Your key may not decide this: it holds for everybody. Keys of the accounts that the setting ' +
      'OPERATOR_ACCOUNTS names may.',
    split: 'Split',
    splitWhich: 'Adverts that are of another home',
    oneMustStay: 'At least one advert has to stay.',
    merge: 'Merge',
    nearby: 'A comparable home nearby',
    mergeWith: 'Or another one',
    mergeHint: 'Its uuid or its address in this console',
    noUuid: 'There is no uuid in this text.',
    itself: 'This is the same home.',
    preview: { MERGE: 'What merging does', SPLIT: 'What splitting does' },
    before: 'Before',
    after: 'After',
    thisHome: 'This home',
    otherHome: 'The other home, which will lead here',
    newHome: 'A home of its own, under a new address',
    offline: 'offline',
    evidence: { MERGE: 'Adverts that come together', SPLIT: 'Adverts that are parted' },
    bits: (bits: string) => `${bits} bits`,
    contradicts: (what: string) => `contradict each other: ${what}`,
    noEvents:
      'No alert speaks, because no advert changes. Favourites follow the home that stays. To alerts that know the ' +
      'home, a later advert is a further one and no new match.',
    reason: 'Why, for those who come after',
    now: { MERGE: 'Merge these homes', SPLIT: 'Split this home' },
    done: { MERGE: 'The homes are one now.', SPLIT: 'The adverts are two homes now.' },
    toNewHome: 'See the other home',
    undo: 'Take it back',
    undone: 'It is taken back. The adverts are grouped by their evidence again.',
  },
  de: {
    title: 'Von Hand verbinden oder trennen',
    lead: 'Was ein Mensch entscheidet, gilt mehr als alle Belege, für alle, und wird nie von selbst aufgehoben.',
    forOperators:
      'Ihr Schlüssel darf das nicht entscheiden, denn es gilt für alle. Schlüssel der Konten, die die Einstellung ' +
      'OPERATOR_ACCOUNTS nennt, dürfen es.',
    split: 'Trennen',
    splitWhich: 'Inserate, die zu einem anderen Objekt gehören',
    oneMustStay: 'Mindestens ein Inserat muss bleiben.',
    merge: 'Verbinden',
    nearby: 'Ein vergleichbares Objekt in der Nähe',
    mergeWith: 'Oder ein anderes',
    mergeHint: 'Seine UUID oder seine Adresse in dieser Konsole',
    noUuid: 'In diesem Text steht keine UUID.',
    itself: 'Das ist dasselbe Objekt.',
    preview: { MERGE: 'Was das Verbinden bewirkt', SPLIT: 'Was das Trennen bewirkt' },
    before: 'Vorher',
    after: 'Nachher',
    thisHome: 'Dieses Objekt',
    otherHome: 'Das andere Objekt, das dann hierher führt',
    newHome: 'Ein eigenes Objekt unter neuer Adresse',
    offline: 'offline',
    evidence: { MERGE: 'Inserate, die zusammenkommen', SPLIT: 'Inserate, die getrennt werden' },
    bits: (bits) => `${bits} Bits`,
    contradicts: (what) => `widersprechen einander: ${what}`,
    noEvents:
      'Kein Alarm meldet sich, denn kein Inserat ändert sich. Favoriten folgen dem Objekt, das bleibt. Für Alarme, ' +
      'die das Objekt kennen, ist ein späteres Inserat ein weiteres und kein neuer Treffer.',
    reason: 'Warum, für die, die nach Ihnen kommen',
    now: { MERGE: 'Diese Objekte verbinden', SPLIT: 'Dieses Objekt trennen' },
    done: { MERGE: 'Die Objekte sind nun eines.', SPLIT: 'Die Inserate sind nun zwei Objekte.' },
    toNewHome: 'Das andere Objekt ansehen',
    undo: 'Zurücknehmen',
    undone: 'Es ist zurückgenommen. Über die Inserate entscheiden wieder die Belege.',
  },
  fr: {
    title: 'Fusionner ou séparer à la main',
    lead:
      'La décision d’une personne l’emporte sur tous les indices, vaut pour tous et n’est jamais défaite ' +
      'd’elle-même.',
    forOperators:
      'Votre clé ne peut pas en décider, car cela vaut pour tous. Les clés des comptes nommés par le réglage ' +
      'OPERATOR_ACCOUNTS le peuvent.',
    split: 'Séparer',
    splitWhich: 'Annonces d’un autre bien',
    oneMustStay: 'Au moins une annonce doit rester.',
    merge: 'Fusionner',
    nearby: 'Un bien comparable à proximité',
    mergeWith: 'Ou un autre',
    mergeHint: 'Son uuid ou son adresse dans cette console',
    noUuid: 'Il n’y a pas d’uuid dans ce texte.',
    itself: 'C’est le même bien.',
    preview: { MERGE: 'Ce que fait la fusion', SPLIT: 'Ce que fait la séparation' },
    before: 'Avant',
    after: 'Après',
    thisHome: 'Ce bien',
    otherHome: 'L’autre bien, qui mènera ici',
    newHome: 'Un bien à part, à une nouvelle adresse',
    offline: 'hors ligne',
    evidence: { MERGE: 'Annonces qui se rejoignent', SPLIT: 'Annonces qui se séparent' },
    bits: (bits) => `${bits} bits`,
    contradicts: (what) => `se contredisent : ${what}`,
    noEvents:
      'Aucune alerte ne parle, car aucune annonce ne change. Les favoris suivent le bien qui reste. Pour les alertes ' +
      'qui connaissent le bien, une annonce ultérieure est une annonce de plus et non une nouvelle correspondance.',
    reason: 'Pourquoi, pour ceux qui suivront',
    now: { MERGE: 'Fusionner ces biens', SPLIT: 'Séparer ce bien' },
    done: { MERGE: 'Les biens n’en font plus qu’un.', SPLIT: 'Les annonces sont maintenant deux biens.' },
    toNewHome: 'Voir l’autre bien',
    undo: 'Annuler',
    undone: 'C’est annulé. Les indices décident à nouveau des annonces.',
  },
});
