/** Something the caller must put right; shown without a stack trace. */
export class Refusal extends Error {
  name = 'Refusal';
}
