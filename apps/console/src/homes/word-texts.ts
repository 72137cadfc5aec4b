import { texts } from '../texts/texts.js';
import { VOCABULARY_WORDS } from '../texts/vocabulary-words.js';

/** The words of the closed lists that listings are described with; kinds of homes stand in `homeTexts`. */
export const wordTexts = texts({
  en: {
    yes: 'yes',
    no: 'no',
    more: (count: string) => `${count} more changes`,
    pictures: (count: string) => (count === '1' ? '1 picture' : `${count} pictures`),
    words: {
      SELL: 'for sale',
      RENT: 'to rent',
      ...VOCABULARY_WORDS.en,
    },
  },
  de: {
    yes: 'ja',
    no: 'nein',
    more: (count) => `${count} weitere Änderungen`,
    pictures: (count) => (count === '1' ? '1 Bild' : `${count} Bilder`),
    words: {
      SELL: 'zu verkaufen',
      RENT: 'zu vermieten',
      ...VOCABULARY_WORDS.de,
    },
  },
  fr: {
    yes: 'oui',
    no: 'non',
    more: (count) => `${count} autres changements`,
    pictures: (count) => (count === '1' ? '1 photo' : `${count} photos`),
    words: {
      SELL: 'à vendre',
      RENT: 'à louer',
      ...VOCABULARY_WORDS.fr,
    },
  },
});
