import { useMemo } from 'react';
import { localeOf } from '../../texts/formats.js';
import { useLanguage } from '../../texts/languages.js';

/** Writes a UTC day of a report, which comes as a bare date. */
export function useDays(): (day: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' });
    return (day: string) => format.format(Date.parse(day));
  }, [language]);
}
