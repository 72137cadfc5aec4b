// Asks whether all values of one schema (the part) are values of another (the whole), and says what stands in the way.
import { branchesOf, FORMS, holdsType, LOWER_BOUNDS, pointer, UPPER_BOUNDS } from './schemas.mjs';

/**
 * @typedef {import('./schemas.mjs').ApiDocument} ApiDocument
 * @typedef {import('./schemas.mjs').Branch} Branch
 * @typedef {import('./schemas.mjs').Schema} Schema
 * @typedef {readonly string[]} Place
 * @typedef {{ place: Place, message: string, isAddition?: boolean }} Gap
 * @typedef {'input' | 'output'} Direction
 */

/**
 * What clients send (input) or receive (output) of `part` that `whole` does not hold.
 * @param {{ part: ApiDocument, whole: ApiDocument, direction: Direction }} documents
 * @param {Place} place
 * @param {Schema | undefined} part
 * @param {Schema | undefined} whole
 */
export function gapsBetween(documents, place, part, whole) {
  return new Subset(documents.part, documents.whole, documents.direction).gaps(place, part, whole);
}

class Subset {
  /**
   * The questions that are open, by the schema of the part and that of the whole.
   * @type {Map<Schema, Map<Schema, { partType?: string, wholeType?: string }>>}
   */
  open = new Map();

  /**
   * @param {ApiDocument} partDocument
   * @param {ApiDocument} wholeDocument
   * @param {Direction} direction
   */
  constructor(partDocument, wholeDocument, direction) {
    this.partDocument = partDocument;
    this.wholeDocument = wholeDocument;
    this.direction = direction;
    this.verb = direction === 'input' ? 'is no longer accepted' : 'may be answered now';
  }

  /**
   * @param {Place} place
   * @param {Schema | undefined} part
   * @param {Schema | undefined} whole
   * @returns {Gap[]}
   */
  gaps(place, part, whole) {
    if (part === undefined || whole === undefined) return [];
    const parts = branchesOf(part, this.partDocument);
    const wholes = branchesOf(whole, this.wholeDocument);
    return parts.flatMap((one) => {
      if (wholes.every(({ type }) => type !== undefined && !holdsType(type, one.type)))
        return [{ place, message: `a value of type ${one.type ?? 'any'} ${this.verb}` }];
      const attempts = wholes
        .filter(({ type }) => type === undefined || holdsType(type, one.type))
        .map((other) => this.pair(place, one, other));
      return attempts.reduce((best, gaps) => (weight(gaps) < weight(best) ? gaps : best));
    });
  }

  /**
   * Schemas refer to each other in circles: a question that is open already is taken for answered.
   * @param {Place} place
   * @param {Branch} part
   * @param {Branch} whole
   */
  pair(place, part, whole) {
    const open = this.open.get(part.source) ?? new Map();
    const known = open.get(whole.source);
    if (known !== undefined && part.type === known.partType && whole.type === known.wholeType) return [];
    this.open.set(part.source, open.set(whole.source, { partType: part.type, wholeType: whole.type }));
    const gaps = this.compare(place, part, whole);
    open.delete(whole.source);
    return gaps;
  }

  /**
   * @param {Place} place
   * @param {Branch} part
   * @param {Branch} whole
   * @returns {Gap[]}
   */
  compare(place, part, whole) {
    if (whole.type !== undefined && !holdsType(whole.type, part.type))
      return [{ place, message: `a value of type ${part.type ?? 'any'} ${this.verb}` }];
    return [
      ...this.values(place, part, whole),
      ...this.bounds(place, part, whole),
      ...(part.type === 'array' ? this.gaps([...place, 'items'], part.items ?? {}, whole.items ?? {}) : []),
      ...(part.type === 'object' ? this.members(place, part, whole) : []),
      ...(typeof part.additionalProperties === 'object' && typeof whole.additionalProperties === 'object'
        ? this.gaps([...place, 'additionalProperties'], part.additionalProperties, whole.additionalProperties)
        : []),
    ];
  }

  /**
   * @param {Place} place
   * @param {Branch} part
   * @param {Branch} whole
   * @returns {Gap[]}
   */
  values(place, part, whole) {
    const { enum: values } = whole;
    if (values === undefined) return [];
    if (part.enum === undefined)
      return [{ place: [...place, 'enum'], message: `a value other than ${values.join(', ')} ${this.verb}` }];
    return part.enum
      .filter((value) => !values.includes(value))
      .map((value) => ({ place: [...place, 'enum'], message: `the value ${JSON.stringify(value)} ${this.verb}` }));
  }

  /**
   * @param {Place} place
   * @param {Branch} part
   * @param {Branch} whole
   * @returns {Gap[]}
   */
  bounds(place, part, whole) {
    if (part.enum !== undefined || part.type === 'null') return [];
    return [
      ...LOWER_BOUNDS.filter((key) => (part[key] ?? -Infinity) < (whole[key] ?? -Infinity)),
      ...UPPER_BOUNDS.filter((key) => (part[key] ?? Infinity) > (whole[key] ?? Infinity)),
      ...FORMS.filter((key) => whole[key] !== undefined && part[key] !== whole[key]),
    ].map((key) => ({ place: [...place, key], message: `a value outside ${key} ${whole[key]} ${this.verb}` }));
  }

  /**
   * @param {Place} place
   * @param {Branch} part
   * @param {Branch} whole
   */
  members(place, part, whole) {
    const [inPart, inWhole] = [part.properties ?? {}, whole.properties ?? {}];
    /** @param {string} name */
    const at = (name) => [...place, 'properties', name];
    /** @type {Gap[]} */
    const gaps = (whole.required ?? [])
      .filter((name) => !(part.required ?? []).includes(name))
      .map((name) =>
        this.direction === 'input'
          ? { place: at(name), message: `the member ${name} is required now` }
          : { place: at(name), message: `the member ${name} may be missing now` },
      );
    for (const [name, schema] of Object.entries(inPart)) {
      if (inWhole[name] !== undefined) gaps.push(...this.gaps(at(name), schema, inWhole[name]));
      else if (this.direction === 'output')
        gaps.push({ place: at(name), message: `the member ${name} is new in answers`, isAddition: true });
      else if (whole.additionalProperties === false)
        gaps.push({ place: at(name), message: `the member ${name} ${this.verb}` });
    }
    for (const name of Object.keys(inWhole).filter((each) => inPart[each] === undefined)) {
      if (this.direction === 'input')
        gaps.push({ place: at(name), message: `the member ${name} may be sent now`, isAddition: true });
      else if (!gaps.some((gap) => pointer(gap.place) === pointer(at(name))))
        gaps.push({ place: at(name), message: `the member ${name} is removed` });
    }
    if (this.direction === 'input' && whole.additionalProperties === false && part.additionalProperties !== false)
      gaps.push({ place: [...place, 'additionalProperties'], message: 'members of any name are no longer accepted' });
    return gaps;
  }
}

/**
 * Any gap weighs more than all additions together.
 * @param {readonly Gap[]} gaps
 * @returns {number}
 */
function weight(gaps) {
  return gaps.reduce((sum, { isAddition }) => sum + (isAddition ? 1 : 10_000), 0);
}
