import { useMemo } from 'react';
import { useLanguage, type Language } from './languages.js';

/** How figures and times are written in a language. A value that is not stated is a dash. */
export interface Formats {
  readonly number: (value: number | null | undefined, digits?: number) => string;
  readonly price: (value: number | null | undefined, currency?: string | null) => string;
  readonly area: (value: number | null | undefined) => string;
  readonly percent: (share: number | null | undefined) => string;
  readonly distance: (meters: number) => string;
  readonly date: (instant: Instant | null | undefined) => string;
  readonly dateTime: (instant: Instant | null | undefined) => string;
  /** "Price: 300,000", with the space before the colon that French has. */
  readonly says: (title: string, value: string) => string;
  /** "3 days ago", from now. */
  readonly ago: (instant: Instant) => string;
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
export function localeOf(language: Language): string {
  const { languages = [] } = (globalThis.navigator ?? {}) as Partial<Navigator>;
  return languages.find((locale) => locale.startsWith(`${language}-`)) ?? language;
}

function makeFormats(language: Language): Formats {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
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
        number(each, { ...(currency && { style: 'currency', currency }), maximumFractionDigits: 0 }),
      )(value),
    area: stated((each: number) => `${number(each, { maximumFractionDigits: 1 })} m²`),
    percent: stated((each: number) => number(each, { style: 'percent', maximumFractionDigits: 1 })),
    distance: (meters) =>
      meters < 1_000
        ? `${number(Math.round(meters))} m`
        : `${number(meters / 1_000, { maximumFractionDigits: meters < 10_000 ? 1 : 0 })} km`,
    // A bare date is a day wherever it is read: the evening before in America would be another.
    date: stated((each: Instant) => write(BARE_DATE.test(String(each)) ? day : date, each)),
    dateTime: stated((each: Instant) => write(dateTime, each)),
    says: (title, value) => `${title}${language === 'fr' ? '\u00a0' : ''}: ${value}`,
    ago: (instant) => {
      const seconds = (new Date(instant).getTime() - Date.now()) / 1_000;
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
  };
}

type Instant = string | number | Date;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What is no time stands as it is: an address may hold anything. */
function write(format: Intl.DateTimeFormat, instant: Instant): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? String(instant) : format.format(at);
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
