interface Monthly {
  readonly at: number;
}

/** The months between the first and the last as well: one in which nothing happened is a gap and not left out. */
export function everyMonth<Month extends Monthly, Gap extends Monthly>(
  months: readonly Month[],
  gap: (at: number) => Gap,
): (Month | Gap)[] {
  const known = new Map(months.map((month) => [month.at, month]));
  const moments = [...known.keys()];
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const all: (Month | Gap)[] = [];
  for (let at = first; at <= last; at = monthAfter(at)) all.push(known.get(at) ?? gap(at));
  return all;
}

function monthAfter(at: number): number {
  const month = new Date(at);
  return Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
}
