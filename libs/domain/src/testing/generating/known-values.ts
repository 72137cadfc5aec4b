/** Instants about midnight, in epoch milliseconds: the first and the last that a date may name are among them. */
export const MOMENTS: readonly number[] = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T12:30:15.001Z',
  '2026-03-01T23:59:59.999Z',
  '2026-03-02T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
].map((text) => Date.parse(text));

export const SOURCES: readonly string[] = [1, 2, 3].map((n) => `019aa000-0000-7000-8000-00000000020${n}`);

export const CURRENCIES = ['CHF', 'EUR', 'PLN'] as const;

/** What listings state: beginnings of one another, beyond ASCII and the first plane, with a space and a quote. */
export const STATED_POSTAL_CODES: readonly string[] = [
  '7',
  '75',
  '75001',
  '75011',
  '750',
  '1A 2BC',
  "O'75",
  '\\75_%',
  '〒100',
  'é75',
  'e\u030175',
  '𝟕𝟓',
];

/** What lists ask for, as they hold it: the same, and beginnings of it. */
export const POSTAL_CODES: readonly string[] = [
  ...STATED_POSTAL_CODES,
  '7*',
  '75*',
  '750*',
  '1A *',
  "O'*",
  '\\75_*',
  '〒*',
  'e*',
  '𝟕*',
  '9*',
].sort();
