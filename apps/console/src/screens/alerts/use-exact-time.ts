import { useMemo } from 'react';
import { useLanguage } from '../../texts/languages.js';

/** Writes a moment to the second: attempts follow each other quickly. */
export function useExactTime(): (instant: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
    return (instant) => format.format(new Date(instant));
  }, [language]);
}
