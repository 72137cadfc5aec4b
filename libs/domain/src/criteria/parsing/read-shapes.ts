import type { Shape, ShapeCondition } from '../criteria.js';
import { at, member, readList, type JsonObject } from './json.js';
import type { ParsingContext } from './parsing-context.js';
import { show } from './show.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id of a shape in the one spelling it is stored under; undefined for what is no UUID. */
export function shapeIdOf(given: unknown): string | undefined {
  return typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : undefined;
}

/** Reads `includedGeoShapeIds` and `excludedGeoShapeIds` and puts the geometries in. */
export function readShapes(location: JsonObject, path: string, context: ParsingContext): ShapeCondition | undefined {
  const included = readShapeList(member(location, 'includedGeoShapeIds'), at(path, 'includedGeoShapeIds'), context);
  const excluded = readShapeList(member(location, 'excludedGeoShapeIds'), at(path, 'excludedGeoShapeIds'), context);
  return included === null && excluded === null ? undefined : { kind: 'shape', included, excluded };
}

function readShapeList(given: unknown, path: string, context: ParsingContext): readonly Shape[] | null {
  const list = readList(given, path, context.limits.maxSetSize, context.problems);
  const shapes = new Map<string, Shape>();
  list?.forEach((entry, place) => {
    const shape = readShape(entry, `${path}[${place}]`, context);
    if (shape !== undefined) shapes.set(shape.id, shape);
  });
  return shapes.size === 0 ? null : [...shapes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readShape(given: unknown, path: string, { places, problems }: ParsingContext): Shape | undefined {
  const id = shapeIdOf(given);
  if (id === undefined) return problems.add(path, `expects the id of a stored shape, a UUID, got ${show(given)}`);
  const geometry = places.shape(id);
  return geometry === undefined ? problems.add(path, `unknown shape ${id}`) : { id, geometry };
}
