import { readCondition, type Condition, type ConditionTable, type Criteria } from '../criteria/criteria.js';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '../values/vocabulary.js';
import { hull, intersect, OPEN_BOX, type Box, type Outline } from './box.js';
import { ALL_TYPES, CODED_FIELDS, FLAG_SHIFT, FLAGS_IN_C, flagPlace, NO, NOT_STATED, NULL_BIT, YES } from './slot-layout.js';

/** More conjunctions than this, and the tree itself is evaluated behind one bounding box. */
const MAX_BOXES = 1_024;
/** Pairs of boxes one tree may cost: a tree whose products are mostly impossible would otherwise take seconds without ever growing. */
const MAX_PRODUCTS = 4_096;
/** Divisions (or four times the outlines) a bounding box may name; above, it stands everywhere. */
const MAX_HULL_PLACES = 256;

/** The boxes of a tree: a listing meets the tree when it meets one of them. None where nothing can meet it. Recursion is as deep as the tree. */
export function compileBoxes(criteria: Criteria): readonly Box[] {
  const work = { left: MAX_PRODUCTS };
  const boxes = conjunctions(criteria, work);
  return boxes ?? boundingBoxes(criteria);
}

/** One box around the tree, with the tree as its own check. None where nothing can meet it. */
export function boundingBoxes(criteria: Criteria): readonly Box[] {
  const bound = boundOf(criteria);
  if (bound === null) return [];
  return [{ ...bound, ranges: [], notDivisions: [], notOutlines: [], trees: [criteria], isOutline: true }];
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
  let own: Box | null = OPEN_BOX;
  for (const condition of node.conditions) {
    own = intersect(own, boxOf(condition));
    if (own === null) return null;
  }
  return own;
}

function boxOf(condition: Condition): Box {
  // What no box can say exactly (a word outside the vocabulary, NaN as a bound) is left to the plain matcher.
  return readCondition(compile, condition) ?? { ...OPEN_BOX, trees: [{ conditions: [condition], operator: 'AND', children: [] }] };
}

const CODED: ReadonlyMap<string, number> = new Map(CODED_FIELDS.map((field, place) => [field, place]));

const compile: ConditionTable<[], Box | undefined> = {
  range: ({ field, min, max, allowNull }) => {
    if (Number.isNaN(min) || Number.isNaN(max)) return undefined;
    const [low, high] = [min ?? -Infinity, max ?? Infinity];
    const place = CODED.get(field);
    if (place === undefined) return { ...OPEN_BOX, ranges: [{ field, low, high, nullAllowed: allowNull }] };
    return {
      ...OPEN_BOX, forbidC: allowNull ? 0 : (NULL_BIT[place] as number), low: OPEN_BOX.low.map((open, other) => (other === place ? low : open)),
      high: OPEN_BOX.high.map((open, other) => (other === place ? high : open)),
    };
  },
  flag: ({ field, value, allowNull }) => {
    const states = (1 << (value ? NO : YES)) | (allowNull ? 0 : 1 << NOT_STATED);
    const place = flagPlace(field);
    return place < FLAGS_IN_C ? { ...OPEN_BOX, forbidC: states << (FLAG_SHIFT + 3 * place) } : { ...OPEN_BOX, forbidD: states << (3 * (place - FLAGS_IN_C)) };
  },
  transactionType: ({ included }) => {
    const places = included.map((type) => TRANSACTION_TYPES.indexOf(type));
    return places.includes(-1) ? undefined : { ...OPEN_BOX, transactions: places.reduce((bits, place) => bits | (1 << place), 0) };
  },
  propertyType: ({ included, excluded }) => {
    const [wanted, unwanted] = [included, excluded].map((types) => types?.map((type) => PROPERTY_TYPES.indexOf(type)) ?? null);
    if (wanted?.includes(-1) === true || unwanted?.includes(-1) === true) return undefined;
    const allowed = wanted == null ? ALL_TYPES : wanted.reduce((bits, place) => bits | (1 << place), 0);
    return { ...OPEN_BOX, forbidC: (ALL_TYPES & ~allowed) | (unwanted ?? []).reduce((bits, place) => bits | (1 << place), 0) };
  },
  division: ({ included, excluded }) => ({
    ...OPEN_BOX,
    places: included === null ? [] : [{ divisions: [...new Set(included)], outlines: [] }],
    notDivisions: excluded === null ? [] : [excluded],
  }),
  circle: (circle) => ({ ...OPEN_BOX, places: [{ divisions: [], outlines: [circle] }] }),
  shape: ({ included, excluded }) => ({
    ...OPEN_BOX,
    places: included === null ? [] : [{ divisions: [], outlines: included.map(({ geometry }): Outline => ({ kind: 'area', geometry })) }],
    notOutlines: excluded === null ? [] : [excluded.map(({ geometry }): Outline => ({ kind: 'area', geometry }))],
  }),
};
