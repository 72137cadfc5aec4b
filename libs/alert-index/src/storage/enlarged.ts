type NumberList = Int32Array | Uint8Array | Float64Array;

/** A longer list of the same kind that begins with what this one holds. */
export function enlarged<List extends NumberList>(list: List, length: number): List {
  const longer = new (list.constructor as new (length: number) => List)(length);
  longer.set(list);
  return longer;
}
