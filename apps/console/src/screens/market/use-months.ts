import { useMemo } from 'react';
import { localeOf } from '../../texts/formats.js';
import { useLanguage } from '../../texts/languages.js';

/** Writes a month; buckets begin in UTC. */
export function useMonths(): (at: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(localeOf(language), { month: 'short', year: 'numeric', timeZone: 'UTC' });
    return (at: number) => format.format(at);
  }, [language]);
}
