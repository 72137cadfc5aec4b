import { DIVISION_TYPES, type DivisionType } from '../values/vocabulary.js';
import { eachAtLeisure, sortAtLeisure, type Pause } from './at-leisure.js';
import { foldName } from './fold-name.js';
import { NameTree } from './name-tree.js';
import type { FoundDivision, NamedDivision, NameMatch } from './named-division.js';
import { sortedTexts, type NamedText } from './named-text.js';
import { Shortlist, type Grade } from './shortlist.js';

/** What is looked for. */
export interface NameQuery {
  /** As typed so far. */
  readonly text: string;
  /** At most this many are found. */
  readonly limit: number;
  /** Only these types; absent: all. */
  readonly types?: readonly DivisionType[];
}

type Accepts = (division: NamedDivision) => boolean;

/**
 * Finds divisions by what somebody has typed so far, in memory: 35,000 in well under a millisecond, with a typing
 * error in one or two. Never changes once built, but for the numbers of properties that put the larger of two equal
 * finds first.
 */
export class DivisionNames<Division extends NamedDivision> {
  private readonly properties: Int32Array;
  private readonly shortlist: Shortlist;

  private constructor(
    private readonly divisions: readonly Division[],
    private readonly texts: readonly NamedText[],
    private readonly tree: NameTree,
    order: Int32Array,
  ) {
    this.properties = new Int32Array(divisions.length);
    this.shortlist = new Shortlist(divisions.length, (one, other) => {
      const more = this.properties[one]! - this.properties[other]!;
      return more === 0 ? order[one]! < order[other]! : more > 0;
    });
  }

  /**
   * `pause` is awaited between portions of the work (0.3 s in all for 35,000 divisions), so that a server goes on
   * answering.
   */
  static async build<Division extends NamedDivision>(
    divisions: readonly Division[],
    pause: Pause,
  ): Promise<DivisionNames<Division>> {
    const texts = await sortedTexts(divisions, pause);
    const tree = await NameTree.build(texts, pause);
    return new DivisionNames(divisions, texts, tree, await orderOf(divisions, pause));
  }

  /** Takes the number of properties of every division, 0 where the map has none. */
  count(properties: ReadonlyMap<number, number>): void {
    this.divisions.forEach(({ id }, place) => {
      this.properties[place] = properties.get(id) ?? 0;
    });
  }

  /**
   * The best first; among equals those with more properties, then the wider type, the shorter name, the alphabet, the
   * lower id.
   */
  find({ text, limit, types }: NameQuery): FoundDivision<Division>[] {
    const words = foldName(text);
    const typed = words.join('');
    const accepts: Accepts = types === undefined ? () => true : ({ type }) => types.includes(type);
    this.shortlist.clear(limit);
    if (typed !== '') this.search(words, typed, accepts);
    return this.shortlist
      .list()
      .map(({ place, grade }) => ({ division: this.divisions[place]!, match: matchOf(grade) }));
  }

  private search(words: readonly string[], typed: string, accepts: Accepts): void {
    this.findBeginnings(typed, accepts);
    if (!this.shortlist.isFull) this.findInPostalArea(words, accepts);
    for (let errors = 1; errors <= mostErrors(typed) && !this.shortlist.isFull; errors += 1)
      this.findMistyped(typed, errors, accepts);
  }

  private findBeginnings(typed: string, accepts: Accepts): void {
    const { from, to } = this.tree.startingWith(typed);
    for (let i = from; i < to; i += 1) {
      const { text, kind, owner } = this.texts[i]!;
      const division = this.divisions[owner]!;
      if (accepts(division)) this.shortlist.offer(owner, gradeOf(kind, text.length === typed.length, division));
    }
  }

  /** "75011 Paris": the name as it is, in places whose postal code begins so. */
  private findInPostalArea(words: readonly string[], accepts: Accepts): void {
    const code = words.filter(startsWithDigit).join('');
    const name = words.filter((word) => !startsWithDigit(word)).join('');
    if (code === '' || name === '') return;
    this.findBeginnings(
      name,
      (division) => accepts(division) && division.postalCodes.some((each) => foldName(each).join('').startsWith(code)),
    );
  }

  private findMistyped(typed: string, errors: number, accepts: Accepts): void {
    this.tree.near(typed, errors, (entry, isWhole) => {
      const { text, kind, owner } = this.texts[entry]!;
      if (kind === 'code' || !accepts(this.divisions[owner]!)) return;
      const isOfWord = kind === 'word' ? 2 : isWhole ? 0 : 1;
      // few mistype the first letter
      this.shortlist.offer(owner, TYPO + errors * 10 + isOfWord * 2 + (text[0] === typed[0] ? 0 : 1));
    });
  }
}

/**
 * A postal code written out stands behind a name, and the fewer codes a place has, the more exactly it is meant: a
 * district before its city.
 */
function gradeOf(kind: NamedText['kind'], isWhole: boolean, { postalCodes }: NamedDivision): Grade {
  if (kind === 'word') return WORD;
  if (!isWhole) return PREFIX;
  return kind === 'name' ? EXACT : EXACT + Math.min(postalCodes.length, PREFIX - 1);
}

const [EXACT, PREFIX, WORD, TYPO] = [0, 1_000, 2_000, 3_000] as const;

function matchOf(grade: Grade): NameMatch {
  if (grade < PREFIX) return 'EXACT';
  if (grade < WORD) return 'PREFIX';
  return grade < TYPO ? 'WORD' : 'TYPO';
}

/** With one or two letters every name would be one typing error away. */
function mostErrors(typed: string): number {
  if (typed.length < 3) return 0;
  return typed.length < 8 ? 1 : 2;
}

function startsWithDigit(word: string): boolean {
  return /^\p{N}/u.test(word);
}

/** The place of every division in the order that holds whatever the properties. */
async function orderOf(divisions: readonly NamedDivision[], pause: Pause): Promise<Int32Array> {
  const keys: { id: number; type: DivisionType; name: string; place: number }[] = [];
  await eachAtLeisure(divisions, pause, ({ id, type, name }, place) =>
    keys.push({ id, type, name: foldName(name).join(' '), place }),
  );
  const sorted = await sortAtLeisure(
    keys,
    pause,
    ({ type, name }) => DIVISION_TYPES.indexOf(type) * LONGER_THAN_NAMES + name.length,
    (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id),
  );
  const order = new Int32Array(divisions.length);
  sorted.forEach(({ place }, at) => {
    order[place] = at;
  });
  return order;
}

const LONGER_THAN_NAMES = 2 ** 30;
