import { intArray, uuidArray } from '../database/array-literals.js';

/** A body in two parts. Where several share the second, it is one and the same buffer. */
export interface BodyParts {
  readonly head: Buffer;
  readonly told: Buffer;
}

/** A body as it is kept. */
export interface KeptBody {
  readonly id: string;
  readonly body: Buffer;
}

/** Rendered bodies as `KEEP_BODIES` takes them; a part that many share is sent once. */
export function bodyColumns(rendered: ReadonlyMap<string, BodyParts>): unknown[] {
  const parts = [...rendered.values()];
  const places = new Map<Buffer, number>();
  let end = 1;
  for (const part of parts.flatMap(({ head, told }) => [head, told])) {
    if (places.has(part)) continue;
    places.set(part, end);
    end += part.length;
  }
  return [
    uuidArray([...rendered.keys()], (id) => id),
    intArray(parts, ({ head }) => places.get(head)!),
    intArray(parts, ({ told }) => places.get(told)!),
    intArray(parts, ({ head }) => head.length),
    intArray(parts, ({ told }) => told.length),
    Buffer.concat([...places.keys()]),
  ];
}

/** The whole bodies, but for some, in one piece of memory: a piece for each costs as much as filling it. */
export function joined(rendered: ReadonlyMap<string, BodyParts>, except: ReadonlySet<string>): Map<string, Buffer> {
  const mine = [...rendered].filter(([id]) => !except.has(id));
  const all = Buffer.concat(mine.flatMap(([, { head, told }]) => [head, told]));
  let end = 0;
  return new Map(
    mine.map(([id, { head, told }]) => [id, all.subarray(end, (end += head.length + told.length))] as const),
  );
}
