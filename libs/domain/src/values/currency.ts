/**
 * Codes of ISO 4217 that the ICU data of the engine leaves out, since nobody pays with them: homes have their price in
 * such units all the same, in Chile in CLF, in Mexico in MXV, in Colombia in COU.
 */
const UNITS_OF_ACCOUNT = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'];

const CURRENCIES: ReadonlySet<unknown> = new Set<unknown>([...Intl.supportedValuesOf('currency'), ...UNITS_OF_ACCOUNT]);

/** Whether a price may be in it: a code of ISO 4217. */
export function isCurrency(value: unknown): value is string {
  return CURRENCIES.has(value);
}
