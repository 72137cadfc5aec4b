/** Another order, always the same one: by the fractional parts of multiples of the golden ratio. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, place) => [(place * 0.6180339887498949) % 1, item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
