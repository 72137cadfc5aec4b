import { useMemo } from 'react';
import { useLanguage, type Language } from './languages.js';

/** How figures and times are written in a language. A value that is not stated is a dash. */
export interface Formats {
  readonly number: (value: number | null | undefined, digits?: number) => string;
  readonly price: (value: number | null | undefined, currency?: string | null) => string;
  readonly area: (value: number | null | undefined) => string;
  readonly percent: (share: number | null | undefined) => string;
  readonly distance: (meters: number) => string;
  readonly date: (instant: string | number | Date | null | undefined) => string;
  readonly dateTime: (instant: string | number | Date | null | undefined) => string;
  /** "Price: 300,000", with the space before the colon that French has. */
  readonly says: (title: string, value: string) => string;
  /** "3 days ago", from now. */
  readonly ago: (instant: string | number | Date) => string;
}

export const NOT_STATED = '–';

const cache = new Map<Language, Formats>();

export function useFormats(): Formats {
  const language = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}

function formatsOf(language: Language): Formats {
  let formats = cache.get(language);
  if (formats === undefined) cache.set(language, (formats = makeFormats(language)));
  return formats;
}

/** The reader's own sort of a language: dates in en-GB are not those of en-US. */
function localeOf(language: Language): string {
  const { languages = [] } = (globalThis.navigator ?? {}) as Partial<Navigator>;
  return languages.find((locale) => locale.startsWith(`${language}-`)) ?? language;
}

function makeFormats(language: Language): Formats {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(locale, options);
  const stated =
    <T>(write: (value: T) => string) =>
    (value: T | null | undefined) =>
      value === null || value === undefined ? NOT_STATED : write(value);
  return {
    number: (value, digits = 0) => stated((each: number) => number(each, { maximumFractionDigits: digits }))(value),
    price: (value, currency) =>
      stated((each: number) =>
        number(each, { style: 'currency', currency: currency ?? 'EUR', maximumFractionDigits: 0 }),
      )(value),
    area: stated((each: number) => `${number(each, { maximumFractionDigits: 1 })} m²`),
    percent: stated((each: number) => number(each, { style: 'percent', maximumFractionDigits: 1 })),
    distance: (meters) =>
      meters < 1_000
        ? `${number(Math.round(meters))} m`
        : `${number(meters / 1_000, { maximumFractionDigits: meters < 10_000 ? 1 : 0 })} km`,
    date: stated((each: string | number | Date) => date.format(new Date(each))),
    dateTime: stated((each: string | number | Date) => dateTime.format(new Date(each))),
    says: (title, value) => `${title}${language === 'fr' ? '\u00a0' : ''}: ${value}`,
    ago: (instant) => {
      const seconds = (new Date(instant).getTime() - Date.now()) / 1_000;
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
  };
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
