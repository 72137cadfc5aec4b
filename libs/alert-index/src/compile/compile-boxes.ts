import { readCondition, type ConditionTable, type Criteria, type Shape } from '@gable/domain/criteria';
import { longitudeRanges, type GeoBox } from '@gable/domain/geo';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import { hull, intersect, isImpossible, mergeRanges, OPEN_BOX, type Box, type Outline } from './box.js';
import { IN_DESCRIPTION, IN_TITLE } from '../words/text-reading.js';
import {
  ALL_TYPES,
  CODED_FIELDS,
  FLAG_SHIFT,
  FLAGS_IN_C,
  flagPlace,
  NO,
  NOT_STATED,
  NULL_BIT,
  YES,
} from '../storage/slot-layout.js';

/** More conjunctions than this, and the tree itself is evaluated behind one bounding box. */
const MAX_BOXES = 1_024;
/**
 * Pairs of boxes one tree may cost: a tree whose products are mostly impossible would otherwise take seconds without
 * ever growing.
 */
const MAX_PRODUCTS = 4_096;
/** Divisions (or four times the outlines) a bounding box may name; above, it stands everywhere. */
const MAX_HULL_PLACES = 256;

/**
 * The boxes of a tree: a listing meets the tree when it meets one of them. None where nothing can meet it. Recursion
 * is as deep as the tree.
 */
export function compileBoxes(criteria: Criteria): readonly Box[] {
  const work = { left: MAX_PRODUCTS };
  const boxes = conjunctions(criteria, work);
  return boxes ?? boundingBoxes(criteria);
}

/** One box around the tree, with the tree as its own check. None where nothing can meet it. */
export function boundingBoxes(criteria: Criteria): readonly Box[] {
  const bound = boundOf(criteria);
  if (bound === null) return [];
  return [{ ...bound, ranges: [], notDivisions: [], notOutlines: [], lists: [], trees: [criteria], isOutline: true }];
}

/** Disjunctive normal form without what is impossible; null where it grows beyond the bounds. */
function conjunctions(node: Criteria, work: { left: number }): Box[] | null {
  const own = ownBox(node);
  if (own === null) return [];
  if (node.children.length === 0) return [own];
  if (node.operator === 'AND') {
    let boxes: Box[] = [own];
    for (const child of node.children) {
      const more = conjunctions(child, work);
      if (more === null) return null;
      const product = multiply(boxes, more, work);
      if (product === null) return null;
      if (product.length === 0) return [];
      boxes = product;
    }
    return boxes;
  }
  const either: Box[] = [];
  for (const child of node.children) {
    const more = conjunctions(child, work);
    if (more === null) return null;
    for (const box of more) either.push(box);
    if (either.length > MAX_BOXES) return null;
  }
  return multiply([own], either, work);
}

function multiply(a: readonly Box[], b: readonly Box[], work: { left: number }): Box[] | null {
  work.left -= a.length * b.length;
  if (work.left < 0) return null;
  const boxes: Box[] = [];
  for (const one of a) {
    for (const other of b) {
      const box = intersect(one, other);
      if (box !== null) boxes.push(box);
      if (boxes.length > MAX_BOXES) return null;
    }
  }
  return boxes;
}

/** A box around everything that meets the node; null where nothing does. */
function boundOf(node: Criteria): Box | null {
  let bound = ownBox(node);
  if (bound === null || node.children.length === 0) return bound;
  if (node.operator === 'AND') {
    for (const child of node.children) {
      const inner = boundOf(child);
      bound = inner === null || bound === null ? null : intersect(bound, inner);
      if (bound === null) return null;
    }
    return bound;
  }
  let around: Box | null = null;
  for (const child of node.children) {
    const inner = boundOf(child);
    if (inner !== null) around = around === null ? inner : hull(around, inner, MAX_HULL_PLACES);
  }
  return around === null ? null : intersect(bound, around);
}

function ownBox(node: Criteria): Box | null {
  if (node.conditions.length === 0) return OPEN_BOX;
  const own: Draft = { ...OPEN_BOX, low: [...OPEN_BOX.low], high: [...OPEN_BOX.high] };
  for (const condition of node.conditions) {
    // What no box can say exactly (a word outside the vocabulary, NaN as a bound) is left to the plain matcher.
    if (!readCondition(narrow, condition, own))
      own.trees = [...own.trees, { conditions: [condition], operator: 'AND', children: [] }];
  }
  return isImpossible(own) ? null : own;
}

/**
 * A box in the making. Its bounds are its own; other lists may be those of `OPEN_BOX`, so they are replaced, never
 * changed.
 */
type Draft = { -readonly [Part in keyof Box]: Part extends 'low' | 'high' ? number[] : Box[Part] };

const CODED: ReadonlyMap<string, number> = new Map(CODED_FIELDS.map((field, place) => [field, place]));

/** Narrow a box by one condition; false, with the box as it was, where a box cannot say it. */
const narrow: ConditionTable<[Draft], boolean> = {
  range: ({ field, min, max, allowNull }, own) => {
    if (Number.isNaN(min) || Number.isNaN(max)) return false;
    const [low, high] = [min ?? -Infinity, max ?? Infinity];
    const place = CODED.get(field);
    if (place === undefined) {
      own.ranges = mergeRanges(own.ranges, [{ field, low, high, nullAllowed: allowNull }]);
      return true;
    }
    own.low[place] = Math.max(own.low[place] as number, low);
    own.high[place] = Math.min(own.high[place] as number, high);
    if (!allowNull) own.forbidC |= NULL_BIT[place] as number;
    return true;
  },
  flag: ({ field, value, allowNull }, own) => {
    const states = (1 << (value ? NO : YES)) | (allowNull ? 0 : 1 << NOT_STATED);
    const place = flagPlace(field);
    if (place < FLAGS_IN_C) own.forbidC |= states << (FLAG_SHIFT + 3 * place);
    else own.forbidD |= states << (3 * (place - FLAGS_IN_C));
    return true;
  },
  list: (condition, own) => {
    own.lists = [...own.lists, condition];
    return true;
  },
  transactionType: ({ included }, own) => {
    const wanted = bitsOf(included, TRANSACTION_TYPES);
    if (wanted === null) return false;
    own.transactions &= wanted;
    return true;
  },
  propertyType: ({ included, excluded }, own) => {
    const [wanted, unwanted] = [
      included === null ? ALL_TYPES : bitsOf(included, PROPERTY_TYPES),
      bitsOf(excluded ?? [], PROPERTY_TYPES),
    ];
    if (wanted === null || unwanted === null) return false;
    own.forbidC |= (ALL_TYPES & ~wanted) | unwanted;
    return true;
  },
  division: ({ included, excluded }, own) => {
    if (included !== null) own.places = [...own.places, { divisions: [...new Set(included)], outlines: [] }];
    if (excluded !== null) own.notDivisions = [...own.notDivisions, excluded];
    return true;
  },
  circle: (circle, own) => {
    own.places = [...own.places, { divisions: [], outlines: [circle] }];
    return true;
  },
  box: (box, own) => {
    own.places = [...own.places, { divisions: [], outlines: boxesOf(box) }];
    return true;
  },
  shape: ({ included, excluded }, own) => {
    if (included !== null) own.places = [...own.places, { divisions: [], outlines: included.map(areaOf) }];
    if (excluded !== null) own.notOutlines = [...own.notOutlines, excluded.map(areaOf)];
    return true;
  },
  words: ({ all, any, none, in: fields }, own) => {
    if (any?.length === 0) return false;
    const texts = (fields.includes('title') ? IN_TITLE : 0) | (fields.includes('description') ? IN_DESCRIPTION : 0);
    own.words = [...own.words, { all, any, none, texts }];
    return true;
  },
};

/** Plain boxes beside each other: one that crosses the 180th meridian is two. */
const boxesOf = (box: GeoBox): Outline[] =>
  longitudeRanges(box).map(([minLng, maxLng]) => ({
    kind: 'box',
    box: { minLat: box.south, maxLat: box.north, minLng, maxLng },
  }));

const areaOf = ({ geometry }: Shape): Outline => ({ kind: 'area', geometry });

/** A bit for each word, by its place in the vocabulary; null where one is not in it. */
function bitsOf<Word>(words: readonly Word[], vocabulary: readonly Word[]): number | null {
  let bits = 0;
  for (const word of words) {
    const place = vocabulary.indexOf(word);
    if (place < 0) return null;
    bits |= 1 << place;
  }
  return bits;
}
