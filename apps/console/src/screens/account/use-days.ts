import { useMemo } from 'react';
import { useLanguage } from '../../texts/languages.js';

/** Writes a UTC day of a report, which comes as a bare date. */
export function useDays(): (day: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    return (day: string) => format.format(Date.parse(day));
  }, [language]);
}
