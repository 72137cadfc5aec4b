import { useMemo } from 'react';
import { localeOf } from '../../texts/formats.js';
import { useLanguage } from '../../texts/languages.js';

/** Writes a moment to the second: attempts follow each other quickly. */
export function useExactTime(): (instant: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' });
    return (instant) => format.format(new Date(instant));
  }, [language]);
}
