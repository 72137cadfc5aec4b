import { useSyncExternalStore } from 'react';

export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

const ITEM = 'gable.language';
const listeners = new Set<() => void>();
let current: Language = chosen() ?? preferred();
document.documentElement.lang = current;

export function useLanguage(): Language {
  return useSyncExternalStore(listen, () => current);
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(ITEM, language);
  document.documentElement.lang = language;
  current = language;
  for (const listener of listeners) listener();
}

function chosen(): Language | undefined {
  return LANGUAGES.find((language) => language === localStorage.getItem(ITEM));
}

/** The first of the browser's languages that we speak. */
function preferred(): Language {
  const known = navigator.languages.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
