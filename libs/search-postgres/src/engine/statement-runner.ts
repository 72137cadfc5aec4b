import type { Condition, Criteria } from '@gable/domain/criteria';
import { prepared, StaleReads, type Database } from '@gable/persistence';
import { PHRASES_SINCE, SELECT_IS_DERIVED, SELECT_WORDS_WHOLE, TITLE_WORDS_SINCE } from '@gable/persistence/listings';
import { lookForPhrases, type PhraseListings, type PhraseLook } from '@gable/persistence/phrases';
import { compileToSql, type CompiledCriteria, type CompiledSql } from './compile-to-sql.js';
import { FrequentStatements } from './frequent-statements.js';
import { DivisionLevels } from './division-levels.js';
import { MOST_NAMED } from './costs.js';
import { LargeCities } from './large-cities.js';
import { isNarrow } from './narrow-conditions.js';
import { phraseSetsOf } from './phrase-sets.js';
import { asksLackingWords, asksTitleWords } from './words-sql.js';
import { asSearchError } from './failures.js';
import { portionedStatement } from './portioned-statement.js';
import { Portions } from './portions.js';

/** Texts that are read on two connections, where there is room: some 30 ms. */
const MANY_TEXTS = 2_000;

/** Compiles criteria and runs statements; what passes comes out as `SearchUnavailable`. */
export class StatementRunner {
  readonly largeCities: LargeCities;
  private readonly levels: DivisionLevels;
  private readonly portioned = new Map<string, string>();
  private readonly frequent = new FrequentStatements((text) => this.portion(text));
  private readonly portions = new Portions((text, questions) => this.runPortion(text, questions));

  /** A count that takes longer than the budget is cut off. */
  constructor(
    private readonly database: Pick<Database, 'query' | 'queryWithin'> & Partial<Pick<Database, 'hasRoom'>>,
    private readonly countBudgetMs: number,
  ) {
    this.levels = new DivisionLevels((text, parameters) => this.rows(text, parameters));
    this.largeCities = new LargeCities((text, parameters) => this.rows(text, parameters));
  }

  /** Whether a search may ask two things at once. */
  hasRoom(): boolean {
    return this.database.hasRoom?.() ?? false;
  }

  /**
   * Texts of listings that seem to have a phrase are read at once, unless the statement that the criteria are for has a
   * budget: then it reads them itself.
   */
  async compile(criteria: Criteria, { readsTexts = true } = {}): Promise<CompiledCriteria> {
    const [{ levelOf }, hasTitleWords, wordsWholeBefore] = await Promise.all([
      this.levels.optionsFor(criteria),
      asksTitleWords(criteria) && this.isDerived(TITLE_WORDS_SINCE),
      asksLackingWords(criteria) ? this.wordsWholeBefore() : null,
    ]);
    const phrases = await this.lookForPhrases(criteria);
    const named = phrases !== null && phrases.count <= MOST_NAMED ? phrases : null;
    if (named !== null && readsTexts) return nameMeeting(await this.readTexts(named, criteria));
    const among = named && named.listings(0, named.count);
    const compiled = compileToSql(criteria, { levelOf, hasTitleWords, wordsWholeBefore, among });
    return { ...compiled, hasTitleWords, wordsWholeBefore, properties: null, phrases: among === null ? phrases : null };
  }

  /**
   * Those that meet the criteria, of listings that seem to have their phrases: from one number to before another. Many
   * texts are read on two connections; each ends at the limit.
   */
  async readTexts(
    { count, listings }: PhraseLook,
    criteria: Criteria,
    { from = 0, to = count, limit = to - from }: { from?: number; to?: number; limit?: number } = {},
  ): Promise<MeetingListing[]> {
    if (from === to) return [];
    const shares = to - from >= MANY_TEXTS && this.hasRoom() ? 2 : 1;
    const cuts = Array.from({ length: shares + 1 }, (_, n) => from + Math.ceil((n * (to - from)) / shares));
    const read = cuts.slice(1).map((end, n) => {
      const among: PhraseListings = listings(cuts[n]!, end);
      const { text, parameters } = compileToSql(criteria, { levelOf: (id) => this.levels.of(id), among });
      const statement = `select l.id, l.property_id as "propertyId" from listing l where l.online and ${text}`;
      return this.rows<MeetingListing>(`${statement} limit ${limit}`, parameters);
    });
    return (await Promise.all(read)).flat();
  }

  /**
   * The index of words knows only who has all words of a phrase, which is nearly everybody where they are frequent.
   * null where no phrase is asked for, other conditions leave few listings, whose texts are soon read, or an earlier
   * release wrote texts that are not signed yet.
   */
  private async lookForPhrases(criteria: Criteria): Promise<PhraseLook | null> {
    const sets = phraseSetsOf(criteria);
    if (sets.length === 0 || criteria.conditions.some((condition) => isNarrow(condition, this))) return null;
    if (!(await this.isDerived(PHRASES_SINCE))) return null;
    return lookForPhrases((text, parameters) => this.rows(text, parameters), sets);
  }

  /** Criteria that were compiled before and ask the index of words at their root, in parts of the store. */
  compileIn(
    parts: readonly number[],
    criteria: Criteria,
    { hasTitleWords, wordsWholeBefore }: CompiledCriteria,
    firstParameter = 1,
  ): CompiledSql {
    const levelOf = (id: number) => this.levels.of(id);
    return compileToSql(criteria, { levelOf, hasTitleWords, wordsWholeBefore, parts, firstParameter });
  }

  /** An older answer only has more rows read than it takes. */
  private async wordsWholeBefore(): Promise<string | null> {
    const [row] = await this.rows<{ wholeBefore: string }>(SELECT_WORDS_WHOLE, []);
    return row?.wholeBefore ?? null;
  }

  /** Whether every row is of this version or later. Asked for each search: an earlier release may write at any time. */
  async isDerived(version: number): Promise<boolean> {
    const [row] = await this.rows<{ isDerived: boolean }>(SELECT_IS_DERIVED, [version]);
    return row!.isDerived;
  }

  /** Whether all of these divisions, asked for before, are cities or lie in one: what does has no column. */
  areInCities(ids: readonly number[]): boolean {
    return ids.every((id) => [undefined, 'CITY'].includes(this.levels.of(id)));
  }

  /**
   * Whether a narrow look has one good plan whatever its values are, and a short one: all that it finds lies in one
   * city, the index of cities leads there, and nothing is asked of a listing but plain values.
   */
  isOfOneCity(criteria: Criteria): boolean {
    return asksPlainValues(criteria) && criteria.conditions.some((condition) => this.cityOf(condition) !== null);
  }

  /** The city that a condition asks for, and no other, asked for before; null where it is none. */
  cityOf(condition: Condition): number | null {
    return condition.kind === 'division' && this.isOneCity(condition.included) ? condition.included![0]! : null;
  }

  private isOneCity(ids: readonly number[] | null): boolean {
    return ids?.length === 1 && this.levels.of(ids[0]!) === 'CITY';
  }

  /**
   * Runs a statement of one row whose text comes again and again and that is well planned for all values: once it has
   * come often, together with those that others ask at the same time. What may be read from a standby is asked alone,
   * since one caller may read there what another may not.
   */
  async runFrequent<Row extends object>(statement: CompiledSql): Promise<Row> {
    const { text, parameters } = statement;
    this.frequent.note(text);
    if (this.portioned.has(text) && StaleReads.current() === undefined) return this.portions.ask<Row>(statement);
    const [row] = await this.rows<Row>(text, parameters);
    return row!;
  }

  private portion(text: string): void {
    prepared(text);
    const together = portionedStatement(text);
    if (together !== null) this.portioned.set(text, prepared(together));
  }

  private async runPortion(text: string, questions: readonly (readonly unknown[])[]): Promise<readonly object[]> {
    const rows = await this.rows<{ n: number }>(this.portioned.get(text)!, [
      JSON.stringify(questions.map((parameters, n) => [n, ...parameters])),
    ]);
    const answers: object[] = [];
    for (const row of rows) answers[row.n] = row;
    return answers;
  }

  run<Row extends object>({ text, parameters }: CompiledSql): Promise<Row[]> {
    return this.rows<Row>(text, parameters);
  }

  async rows<Row extends object>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row>(text, parameters);
    } catch (error) {
      throw asSearchError(error);
    }
  }

  /** The first row; null where the budget, that for counts unless another is given, is too small. */
  async readWithin<Row extends object>(
    { text, parameters }: CompiledSql,
    budgetMs = this.countBudgetMs,
  ): Promise<Row | null> {
    try {
      const rows = await this.database.queryWithin<Row>(budgetMs, text, parameters);
      return rows?.[0] ?? null;
    } catch (error) {
      throw asSearchError(error);
    }
  }
}

/** A listing that meets criteria. */
export interface MeetingListing {
  readonly id: string;
  readonly propertyId: string;
}

/** Criteria that these listings were found to meet, and no others. */
export function nameMeeting(listings: readonly MeetingListing[]): CompiledCriteria {
  const properties = propertiesOf(listings);
  const ids = listings.map(({ id }) => id);
  const known = { hasTitleWords: false, wordsWholeBefore: null, properties, phrases: null };
  return { text: 'l.id = any($1::uuid[])', parameters: [ids], ...known };
}

export const propertiesOf = (listings: readonly MeetingListing[]): string[] => [
  ...new Set(listings.map(({ propertyId }) => propertyId)),
];

/** Known before criteria are compiled, which may ask the store about divisions and phrases. */
export function asksPlainValues({ conditions, children }: Criteria): boolean {
  return children.length === 0 && conditions.every(({ kind }) => PLAIN_KINDS.includes(kind));
}

const PLAIN_KINDS: readonly Condition['kind'][] = ['transactionType', 'propertyType', 'division', 'range', 'flag'];
