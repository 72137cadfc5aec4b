import { eachAtLeisure, type Pause } from './at-leisure.js';

/** A text of the tree and the number its owner knows it by. */
export interface NameEntry {
  readonly text: string;
  readonly owner: number;
}

/** Longer texts are cut here; nobody types as much. */
export const LONGEST_TEXT = 120;

/**
 * Of every node: its letter, how deep it lies (the root is 0), the node behind its subtree, and the first entry at or
 * below it.
 */
interface Nodes {
  readonly letters: Uint16Array;
  readonly depths: Uint8Array;
  readonly skip: Int32Array;
  readonly first: Int32Array;
}

/**
 * A prefix tree over sorted texts, laid out in depth-first order: children follow their parent at once, and `skip`
 * leads behind a node's last descendant. So a traversal is a loop over arrays, and the texts below a node are a range
 * of the sorted list. 35,000 names with their later words and postal codes take 5 MB.
 */
export class NameTree {
  private constructor(
    private readonly entries: readonly NameEntry[],
    private readonly nodes: Nodes,
    private readonly size: number,
  ) {}

  /** @param entries sorted by text, in the order of UTF-16 code units */
  static async build(entries: readonly NameEntry[], pause: Pause): Promise<NameTree> {
    let bound = 2;
    let before = '';
    await eachAtLeisure(entries, pause, ({ text }) => {
      bound += depthOf(text) - commonDepth(before, text);
      before = text;
    });
    const nodes: Nodes = {
      letters: new Uint16Array(bound),
      depths: new Uint8Array(bound),
      skip: new Int32Array(bound),
      first: new Int32Array(bound),
    };
    return new NameTree(entries, nodes, await layOut(entries, nodes, pause));
  }

  /** The entries that begin with a text, as a range of the list. */
  startingWith(text: string): { from: number; to: number } {
    const { letters, skip, first } = this.nodes;
    let node = 0;
    for (let i = 0; i < text.length; i += 1) {
      const letter = text.charCodeAt(i);
      let child = node + 1;
      while (child < skip[node]! && letters[child] !== letter) child = skip[child]!;
      if (child >= skip[node]!) return { from: 0, to: 0 };
      node = child;
    }
    return { from: first[node]!, to: first[skip[node]!]! };
  }

  /**
   * Visits the entries of which some beginning is `text` but for at most `most` typing errors (a letter too much, too
   * few, another, or two swapped: optimal string alignment). `isWhole` says that the entry itself is that near, not
   * only a beginning of it. An entry may be visited twice.
   */
  near(text: string, most: number, visit: (entry: number, isWhole: boolean) => void): void {
    const { size } = this;
    const { letters, depths, skip } = this.nodes;
    const typed = codesOf(text);
    const path = new Uint16Array(LONGEST_TEXT + 1);
    const width = typed.length + 1;
    // rows[depth * width + i]: errors between the first i letters typed and the letters down to a node of that depth,
    // where few enough to matter.
    const rows = new Uint8Array((LONGEST_TEXT + 1) * width).fill(most + 1);
    for (let i = 0; i <= Math.min(typed.length, most); i += 1) rows[i] = i;
    for (let node = 1; node < size;) {
      const depth = depths[node]!;
      path[depth] = letters[node]!;
      if (fillRow(rows, depth, typed, path, most) > most) {
        node = skip[node]!;
        continue;
      }
      if (rows[depth * width + typed.length]! <= most) this.visitBelow(node, visit);
      node += 1;
    }
  }

  private visitBelow(node: number, visit: (entry: number, isWhole: boolean) => void): void {
    const { depths, skip, first } = this.nodes;
    const to = first[skip[node]!]!;
    for (let entry = first[node]!; entry < to; entry += 1)
      visit(entry, depthOf(this.entries[entry]!.text) === depths[node]);
  }
}

/** Answers how many nodes there are. */
async function layOut(
  entries: readonly NameEntry[],
  { letters, depths, skip, first }: Nodes,
  pause: Pause,
): Promise<number> {
  const open: number[] = [0];
  let size = 1;
  const close = (depth: number): void => {
    while (open.length > depth + 1) skip[open.pop()!] = size;
  };
  let before = '';
  await eachAtLeisure(entries, pause, ({ text }, entry) => {
    const common = commonDepth(before, text);
    close(common);
    for (let i = common; i < depthOf(text); i += 1) {
      letters[size] = text.charCodeAt(i);
      depths[size] = i + 1;
      first[size] = entry;
      open.push(size);
      size += 1;
    }
    before = text;
  });
  close(0);
  skip[0] = size;
  first[size] = entries.length;
  return size;
}

/**
 * Counts the errors down to one node from those down to its parent, within `most` of the diagonal; answers the
 * fewest.
 */
function fillRow(rows: Uint8Array, depth: number, typed: Uint16Array, path: Uint16Array, most: number): number {
  const width = typed.length + 1;
  const row = depth * width;
  const above = row - width;
  const letter = path[depth]!;
  const from = depth > most ? depth - most : 1;
  const to = depth + most < typed.length ? depth + most : typed.length;
  let left = from === 1 && depth <= most ? depth : most + 1;
  let least = left;
  rows[row + from - 1] = left;
  for (let i = from; i <= to; i += 1) {
    const own = typed[i - 1]!;
    const isSwapped = i > 1 && depth > 1 && own === path[depth - 1] && typed[i - 2] === letter;
    let errors = rows[above + i - 1]! + (own === letter ? 0 : 1);
    if (rows[above + i]! < errors) errors = rows[above + i]! + 1;
    if (left < errors) errors = left + 1;
    if (isSwapped && rows[above - width + i - 2]! < errors) errors = rows[above - width + i - 2]! + 1;
    rows[row + i] = errors;
    if (errors < least) least = errors;
    left = errors;
  }
  if (to < typed.length) rows[row + to + 1] = most + 1;
  return least;
}

function depthOf({ length }: string): number {
  return length < LONGEST_TEXT ? length : LONGEST_TEXT;
}

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i += 1) codes[i] = text.charCodeAt(i);
  return codes;
}

function commonDepth(one: string, other: string): number {
  const most = Math.min(depthOf(one), depthOf(other));
  let depth = 0;
  while (depth < most && one.charCodeAt(depth) === other.charCodeAt(depth)) depth += 1;
  return depth;
}
