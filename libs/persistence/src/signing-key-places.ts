import type { SealedPlace } from '@gable/runtime';

export function signingKeyPlace(rowId: string): SealedPlace {
  return { table: 'alert', column: 'signing_key', rowId };
}

export function previousSigningKeyPlace(rowId: string): SealedPlace {
  return { table: 'alert', column: 'previous_signing_key', rowId };
}
