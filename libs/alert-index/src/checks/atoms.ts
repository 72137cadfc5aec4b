import {
  type CircleCondition,
  type Criteria,
  type ListCondition,
  matchCriteria,
  meetsCondition,
} from '@gable/domain/criteria';
import {
  boundingBoxOfArea,
  type BoundingBox,
  EARTH_RADIUS_METERS,
  ringsOf,
  type AreaGeometry,
} from '@gable/domain/geo';
import type { Outline, Place, WordNeeds } from '../compile/box.js';
import type { Facts } from '../compile/facts.js';
import { CONTENT, Interned, MEMO } from '../storage/interned.js';
import type { Lexicon } from '../words/lexicon.js';
import { inArea, inBox, inCircle, shareOne } from './test-places.js';
import { KeptLists } from './kept-lists.js';
import { LargeAreas } from './large-areas.js';
import { encodeNeeds, meetsNeeds, releaseNeeds } from './word-needs.js';
import { PASSED, remember, remembered, UNKNOWN } from './memo.js';

/** Kinds of atoms; the kind is an atom's first word, `more` (a count, a place in a list) the second, doubles follow. */
const DIVISIONS = 1;
const CIRCLE = 2;
const AREA = 3;
const ANY = 4;
const TREE = 5;
const LIST = 6;
/** A condition on words as `encodeNeeds` writes it; `more` are the texts as bits. */
const WORDS = 7;
const BOX = 8;
// As in scan.ts: imported constants are slow where every slot uses them.
const [MEMO_AT, CONTENT_AT] = [MEMO, CONTENT] as const;

const RADIANS = Math.PI / 180;
/** Above this a circle is always measured: near the antipode chords hardly differ. */
const MAX_CHORD_RADIUS_METERS = 5_000_000;

/**
 * Conditions that the words of a slot cannot say: lists of divisions or words, circles, boxes, areas, trees. Each
 * content is kept once, and what a listing says of it is worked out once per listing: the verdict stands in the atom's
 * memo beside the epoch of the listing.
 */
export class Atoms {
  readonly interned = new Interned();
  /** Atoms tested since the start, memo hits not counted. */
  runs = 0;
  /** Trees of those alerts that are too large for boxes. */
  private readonly trees: (Criteria | null)[] = [];
  private readonly freeTrees: number[] = [];
  private readonly treePlaces = new Map<Criteria, number>();
  private readonly lists = new KeptLists();
  private readonly largeAreas = new LargeAreas();
  private words = new Int32Array(64);
  private doubles = new Float64Array(this.words.buffer);
  private length = 0;

  constructor(private readonly lexicon: Lexicon) {}

  wordNeeds(needs: WordNeeds): number {
    const encoded = encodeNeeds(needs, this.lexicon);
    this.begin(WORDS, needs.texts);
    this.reserve(this.length + encoded.length);
    for (const word of encoded) this.words[this.length++] = word;
    const { reference, isNew } = this.interned.intern(this.words, this.length);
    if (!isNew) releaseNeeds(this.words, 2, this.lexicon); // the one that is there holds them already
    return reference;
  }

  isWordNeeds(atom: number): boolean {
    return this.interned.arena.words(atom)[this.interned.arena.offset(atom) + CONTENT] === WORDS;
  }

  divisions(ids: readonly number[]): number {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    this.begin(DIVISIONS, sorted.length);
    for (const id of sorted) this.write(id);
    return this.intern();
  }

  /** Met in one of the outlines. */
  outlines(outlines: readonly Outline[]): number {
    return this.any(outlines.map((outline) => this.outline(outline)));
  }

  /** Met in one of the divisions or outlines. */
  place({ divisions, outlines }: Place): number {
    if (outlines.length === 0) return this.divisions(divisions);
    if (divisions.length === 0) return this.outlines(outlines);
    return this.any([this.divisions(divisions), this.outlines(outlines)]);
  }

  tree(criteria: Criteria): number {
    let place = this.treePlaces.get(criteria);
    if (place === undefined) {
      place = this.freeTrees.pop() ?? this.trees.length;
      this.trees[place] = criteria;
      this.treePlaces.set(criteria, place);
    }
    this.begin(TREE, place);
    return this.intern();
  }

  list(condition: ListCondition): number {
    this.begin(LIST, this.lists.placeOf(condition));
    return this.intern();
  }

  /** One use less; what an atom holds itself is let go with its last use. */
  release(atom: number): void {
    const words = this.interned.arena.words(atom);
    const at = this.interned.arena.offset(atom) + CONTENT;
    const kind = words[at] as number;
    const more = words[at + 1] as number;
    if (kind !== ANY) {
      if (!this.interned.release(atom)) return;
      if (kind === AREA) this.largeAreas.forget(atom);
      if (kind === LIST) this.lists.forget(more);
      if (kind === WORDS) releaseNeeds(words, at + 2, this.lexicon);
      if (kind !== TREE) return;
      this.treePlaces.delete(this.trees[more] as Criteria);
      this.trees[more] = null;
      this.freeTrees.push(more);
      return;
    }
    const parts = Array.from(words.subarray(at + 2, at + 2 + more));
    if (this.interned.release(atom)) for (const part of parts) this.release(part);
  }

  /** Prefetches what `meets` reads first. The number means nothing. */
  prefetch(atom: number): number {
    return this.interned.arena.words(atom)[this.interned.arena.offset(atom) + MEMO_AT] as number;
  }

  /**
   * Whether the listing meets the atom. `stamp` is the epoch of the pass times 16, `side` 0 or 1: which of its two
   * listings `facts` are.
   */
  meets(atom: number, facts: Facts, stamp: number, side: number): boolean {
    const words = this.interned.arena.words(atom);
    const at = this.interned.arena.offset(atom);
    const memo = words[at + MEMO_AT] as number;
    const known = remembered(memo, stamp, side);
    if (known !== UNKNOWN) return known === PASSED;
    const met = this.test(atom, words, at + CONTENT_AT, facts, stamp, side);
    words[at + MEMO_AT] = remember(memo, stamp, side, met);
    return met;
  }

  private test(atom: number, words: Int32Array, at: number, facts: Facts, stamp: number, side: number): boolean {
    this.runs += 1;
    const more = words[at + 1] as number;
    const doubles = this.interned.arena.numbers(atom);
    const from = (at + 2) >> 1;
    switch (words[at]) {
      case DIVISIONS:
        return shareOne(facts.divisions, doubles, from, from + more);
      case CIRCLE:
        return facts.hasPoint && inCircle(facts, doubles, from);
      case AREA:
        return facts.hasPoint && inArea(facts.lng, facts.lat, doubles, from, more);
      case BOX:
        return facts.hasPoint && inBox(facts.lng, facts.lat, doubles, from);
      case WORDS:
        return meetsNeeds(words, at + 2, facts.texts, more);
      case ANY:
        for (let part = 0; part < more; part += 1)
          if (this.meets(words[at + 2 + part] as number, facts, stamp, side)) return true;
        return false;
      case LIST:
        return meetsCondition(this.lists.at(more), facts.listing);
      default:
        return matchCriteria(this.trees[more] as Criteria, facts.listing);
    }
  }

  private outline(outline: Outline): number {
    if (outline.kind === 'box') return this.box(outline.box);
    return outline.kind === 'circle' ? this.circle(outline) : this.area(outline.geometry);
  }

  private box({ minLng, maxLng, minLat, maxLat }: BoundingBox): number {
    this.begin(BOX, 0);
    for (const side of [minLng, maxLng, minLat, maxLat]) this.write(side);
    return this.intern();
  }

  private circle({ center, radiusMeters }: CircleCondition): number {
    const chord = 2 * Math.sin(radiusMeters / (2 * EARTH_RADIUS_METERS));
    // The chord through the earth decides all but a margin around the border, where the true distance is worked out.
    const margin = 1e-9 * chord + 1e-12;
    const usesChord = radiusMeters <= MAX_CHORD_RADIUS_METERS && chord > margin;
    const around = Math.cos(center.lat * RADIANS);
    this.begin(CIRCLE, 0);
    this.write(around * Math.cos(center.lng * RADIANS));
    this.write(around * Math.sin(center.lng * RADIANS));
    this.write(Math.sin(center.lat * RADIANS));
    this.write(usesChord ? (chord - margin) ** 2 : -1);
    this.write(usesChord ? (chord + margin) ** 2 : Infinity);
    this.write(center.lat);
    this.write(center.lng);
    this.write(radiusMeters);
    return this.intern();
  }

  private area(geometry: AreaGeometry): number {
    const known = this.largeAreas.find(geometry);
    if (known !== undefined) {
      this.interned.retain(known);
      return known;
    }
    const box = boundingBoxOfArea(geometry);
    const rings = ringsOf(geometry);
    this.begin(AREA, rings.length);
    for (const side of [box.minLng, box.maxLng, box.minLat, box.maxLat]) this.write(side);
    for (const ring of rings) {
      this.write(ring.length);
      for (const [lng, lat] of ring) {
        this.write(lng);
        this.write(lat);
      }
    }
    const atom = this.intern();
    this.largeAreas.note(geometry, atom);
    return atom;
  }

  private any(parts: readonly number[]): number {
    const sorted = [...parts].sort((a, b) => a - b);
    if (sorted.length === 1) return sorted[0] as number;
    this.begin(ANY, sorted.length);
    this.reserve(this.length + sorted.length);
    for (const part of sorted) this.words[this.length++] = part;
    const { reference, isNew } = this.interned.intern(this.words, this.length);
    if (!isNew) for (const part of parts) this.release(part); // the one that is there holds them already
    return reference;
  }

  private begin(kind: number, more: number): void {
    this.words[0] = kind;
    this.words[1] = more;
    this.length = 2;
  }

  private write(value: number): void {
    this.reserve(this.length + 2);
    this.doubles[this.length >> 1] = value;
    this.length += 2;
  }

  private reserve(length: number): void {
    if (length <= this.words.length) return;
    const words = new Int32Array(2 * length + (length & 1) * 2);
    words.set(this.words);
    this.words = words;
    this.doubles = new Float64Array(words.buffer);
  }

  private intern(): number {
    return this.interned.intern(this.words, this.length).reference;
  }
}
