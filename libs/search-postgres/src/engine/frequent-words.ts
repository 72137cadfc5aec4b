import type { Condition, Criteria } from '@gable/domain/criteria';
import { PARTS } from '@gable/persistence/listings';
import type { PhraseLook } from '@gable/persistence/phrases';
import { TOTAL_CAP } from '@gable/search';
import type { CompiledCriteria } from './compile-to-sql.js';
import { WIDE_LOOK } from './costs.js';
import { CountOfParts, partsStatement, type PartsRow } from './count-of-parts.js';
import type { Cut } from './statements.js';
import { NARROW_LOOK } from './narrow-look.js';
import { nameMeeting, propertiesOf, type StatementRunner } from './statement-runner.js';
import { isNarrow } from './narrow-conditions.js';
import { asksWordIndex, isDecidedByIndex } from './words-sql.js';

/** What a look for a frequent word or phrase found. */
export interface FrequentWord {
  /** Listings that match, about. */
  readonly listings: number;
  /** Whether more properties match than are counted. If not, nobody knows. */
  readonly isBeyondCap: boolean;
  /** Whether all of it lies in one large city. */
  readonly isInCity: boolean;
  /** The criteria with all listings named that have a phrase: all texts that seemed to have it were read. */
  readonly named?: CompiledCriteria;
}

/** Matches in one part of the store that make a look worth while; with fewer, a search gathers them all soon. */
const FEW = 40;
/** The same in a city: with fewer, a narrow look answers. */
const FEW_IN_CITY = Math.floor(NARROW_LOOK / PARTS);
/** Listings whose texts are read, so that TOTAL_CAP properties are among them. */
const ENOUGH = Math.ceil(1.3 * 1.6 * TOTAL_CAP);
/** Listings that are counted at most: twice what TOTAL_CAP properties have. */
const MOST = 32_000;

/** What the search makes of what the first part says. */
export interface Plans {
  /** Whether so many listings are soon gathered, which counts them too. */
  readonly gathers: (listings: number, isInCity: boolean) => Promise<boolean>;
  /** What can be done beside the count, on a connection of its own: more seem to match than are counted. */
  readonly meanwhile: (listings: number) => Promise<void>;
}

/**
 * Looks for a frequent word in a part of the store, and in as many more as it takes to see more properties than are
 * counted. The index of words gives all the listings of a word or none, and the planner would sooner look at the words
 * of row after row, which lie outside of it: both cost 100 ms and more where a word is in every other text.
 *
 * In a large city a part has a sign of its own, so that a look costs what it finds, however large the city is.
 *
 * Rows that an earlier release wrote lie in no part: they are counted where all are, so nothing depends on them here.
 *
 * null where no such word is asked for, or it is not frequent.
 */
export async function lookForFrequentWord(
  runner: StatementRunner,
  { criteria, found: whole }: Pick<Cut, 'criteria' | 'found'>,
  { gathers, meanwhile }: Plans,
): Promise<FrequentWord | null> {
  if (whole.phrases !== null) return lookForFrequentPhrase(runner, criteria, whole.phrases);
  if (whole.properties !== null || !criteria.conditions.some(isWordOf(whole))) return null;
  const cities = criteria.conditions.flatMap((each) => runner.cityOf(each) ?? []);
  const isInCity = cities.length > 0;
  if (criteria.conditions.some((each) => isNarrow(each, runner) && runner.cityOf(each) === null)) return null;
  for (const city of cities) if (!(await runner.largeCities.has(city))) return null;
  const count = new CountOfParts(async (parts) => {
    const found = runner.compileIn(parts, criteria, whole);
    return (await runner.run<PartsRow>(partsStatement(found, MOST)))[0]!;
  });
  await count.countFirst();
  if (count.listings < (isInCity ? FEW_IN_CITY : FEW)) return null;
  const listings = count.listings * PARTS;
  if (count.isBeyondCap) return { listings, isBeyondCap: true, isInCity };
  if ((await gathers(listings, isInCity)) || !count.isLikely) return { listings, isBeyondCap: false, isInCity };
  const beside = runner.hasRoom() ? [meanwhile(listings).then(() => count.countOn(2))] : [];
  await Promise.all([count.countOn(1 + beside.length), ...beside]);
  return { listings, isBeyondCap: count.isBeyondCap, isInCity };
}

/**
 * Reads texts of listings that seem to have a phrase until more properties are found than are counted. Where they are
 * not, many have its pairs of words apart from each other: the other texts are read too.
 */
async function lookForFrequentPhrase(
  runner: StatementRunner,
  criteria: Criteria,
  look: PhraseLook,
): Promise<FrequentWord> {
  const listings = look.count;
  const first = await runner.readTexts(look, criteria, { to: Math.min(MOST, listings), limit: ENOUGH });
  if (propertiesOf(first).length > TOTAL_CAP) return { listings, isBeyondCap: true, isInCity: false };
  if (listings > WIDE_LOOK) return { listings, isBeyondCap: false, isInCity: false };
  const isRead = first.length < ENOUGH; // else the texts of some may not have been
  const rest = await runner.readTexts(look, criteria, { from: isRead ? Math.min(MOST, listings) : 0 });
  return { listings, isBeyondCap: false, isInCity: false, named: nameMeeting(isRead ? [...first, ...rest] : rest) };
}

const isWordOf =
  (whole: Cut['found']) =>
  (condition: Condition): boolean =>
    condition.kind === 'words' && isDecidedByIndex(condition, whole) && asksWordIndex(condition, { hasWords: true });
