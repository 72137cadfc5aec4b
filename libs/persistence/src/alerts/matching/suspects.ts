/** Changes, by their ids, among which workers were lost. */
export interface SuspectRange {
  readonly firstChange: number;
  readonly lastChange: number;
  readonly losses: number;
}

/** Lost this often with one range: it is not chance. */
export const LOSSES_TO_CONVICT = 3;

/**
 * What to hold against a range in which a worker was just lost. A range is halved after three losses; a half of it that
 * loses a worker too is halved at once; a single change is only believed to kill after three losses of its own, since a
 * worker may be killed by others.
 */
export function suspectsAfterLoss(
  known: readonly SuspectRange[],
  firstChange: number,
  lastChange: number,
): SuspectRange {
  const same = known.find((range) => range.firstChange === firstChange && range.lastChange === lastChange);
  if (same !== undefined) return { ...same, losses: same.losses + 1 };
  const isHalf =
    firstChange < lastChange &&
    known.some((range) => isConvicted(range) && range.firstChange <= firstChange && range.lastChange >= lastChange);
  return { firstChange, lastChange, losses: isHalf ? LOSSES_TO_CONVICT : 1 };
}

/**
 * How the next changes are to be read with these suspicions: up to which id, and whether the one change there is to be
 * set aside unmatched.
 */
export function nextRange(
  suspects: readonly SuspectRange[],
  position: number,
): { through: number; isConvicted: boolean } {
  const ahead = suspects.filter(({ lastChange }) => lastChange > position);
  const entered = ahead
    .filter(({ firstChange }) => firstChange <= position + 1)
    .sort((a, b) => a.lastChange - b.lastChange || b.firstChange - a.firstChange)[0]; // the narrowest
  if (entered === undefined)
    return { through: Math.min(Infinity, ...ahead.map(({ firstChange }) => firstChange - 1)), isConvicted: false };
  const first = position + 1;
  if (!isConvicted(entered)) return { through: entered.lastChange, isConvicted: false };
  if (first === entered.lastChange) return { through: first, isConvicted: entered.firstChange === first };
  return { through: Math.floor((first + entered.lastChange) / 2), isConvicted: false };
}

function isConvicted({ losses }: SuspectRange): boolean {
  return losses >= LOSSES_TO_CONVICT;
}
