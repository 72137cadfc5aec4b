import { PROPERTY_TYPE_WORDS } from '../texts/property-type-words.js';
import { texts } from '../texts/texts.js';

/** Words for what homes are, wherever they are shown. */
export const homeTexts = texts({
  en: {
    types: PROPERTY_TYPE_WORDS.en,
    SELL: 'for sale',
    RENT: 'to rent',
    perMonth: '/ month',
    rooms: (count: string) => (count === '1' ? '1 room' : `${count} rooms`),
    adverts: (count: string) => (count === '1' ? '1 advert' : `${count} adverts`),
    untitled: 'Without a title',
    noPhoto: 'No photo is shown',
    photoBlocked: 'Photos stay with their portals',
  },
  de: {
    types: PROPERTY_TYPE_WORDS.de,
    SELL: 'zu verkaufen',
    RENT: 'zu vermieten',
    perMonth: '/ Monat',
    rooms: (count) => `${count} Zimmer`,
    adverts: (count) => (count === '1' ? '1 Inserat' : `${count} Inserate`),
    untitled: 'Ohne Titel',
    noPhoto: 'Kein Foto wird gezeigt',
    photoBlocked: 'Fotos bleiben bei ihren Portalen',
  },
  fr: {
    types: PROPERTY_TYPE_WORDS.fr,
    SELL: 'à vendre',
    RENT: 'à louer',
    perMonth: '/ mois',
    rooms: (count) => (count === '1' ? '1 pièce' : `${count} pièces`),
    adverts: (count) => (count === '1' ? '1 annonce' : `${count} annonces`),
    untitled: 'Sans titre',
    noPhoto: 'Aucune photo n’est affichée',
    photoBlocked: 'Les photos restent chez leurs portails',
  },
});
