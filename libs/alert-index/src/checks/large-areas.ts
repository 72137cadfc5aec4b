import { countPositions, type AreaGeometry } from '@gable/domain/geo';

/** Below this an area is written down again as fast as it is looked up. */
const LARGE = 64;

/**
 * The atoms of areas with many positions, by the object that holds their geometry: a tree that names a shape in a
 * thousand boxes writes it down once. It holds no geometry in memory.
 */
export class LargeAreas {
  private readonly byGeometry = new WeakMap<AreaGeometry, { readonly atom: number; readonly token: object }>();
  /** What stands for an atom as long as it is there: its number may be another's after that. */
  private readonly tokens = new Map<number, object>();

  /** The atom of this geometry, where it is still there. */
  find(geometry: AreaGeometry): number | undefined {
    const known = this.byGeometry.get(geometry);
    return known !== undefined && this.tokens.get(known.atom) === known.token ? known.atom : undefined;
  }

  note(geometry: AreaGeometry, atom: number): void {
    if (countPositions(geometry) < LARGE) return;
    let token = this.tokens.get(atom);
    if (token === undefined) this.tokens.set(atom, (token = {}));
    this.byGeometry.set(geometry, { atom, token });
  }

  /** Nothing uses the atom any more. */
  forget(atom: number): void {
    this.tokens.delete(atom);
  }
}
