/** A description as long as those of real listings: 0.7 kB. */
export const DESCRIPTION =
  'Bright home in a quiet street, close to schools, shops and public transport. ' +
  'It was looked after well and can be moved into at once. '.repeat(12);
