import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import type { Phrases } from './phrases.js';

/** Languages in which criteria are said, as BCP 47 names them; English where nothing is asked for. */
export const SENTENCE_LANGUAGES = ['en', 'de', 'fr'] as const;
/** One of SENTENCE_LANGUAGES. */
export type SentenceLanguage = (typeof SENTENCE_LANGUAGES)[number];

/** How each of them says criteria. */
export const PHRASES: Readonly<Record<SentenceLanguage, Phrases>> = { en: ENGLISH, de: GERMAN, fr: FRENCH };
