import type { SealedPlace } from '@gable/runtime';

/** Where the signing key of an alert is sealed to. */
export function signingKeyPlace(alertId: string): SealedPlace {
  return { table: 'alert', column: 'signing_key', rowId: alertId };
}

/** Where the signing key before the current one is sealed to. */
export function previousSigningKeyPlace(alertId: string): SealedPlace {
  return { table: 'alert', column: 'previous_signing_key', rowId: alertId };
}
