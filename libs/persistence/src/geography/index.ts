export { DivisionCountStore, type DivisionState } from './division-count-store.js';
export {
  type Division,
  type DivisionInPlace,
  DivisionStore,
  type ListedDivision,
  type MapBox,
  type OutlinedDivision,
  type PlacedDivision,
  type WrittenDivision,
  type RelatedDivision,
} from './division-store.js';
export { PlaceNameStore } from './place-name-store.js';
export { type NamedShape, ShapeStore, type StoredShape, type ShapeRemoval } from './shape-store.js';
