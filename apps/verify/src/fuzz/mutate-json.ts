import type { SeededRandom } from '@gable/domain/testing';
import { STRANGE_JSON, STRANGE_NUMBERS, STRANGE_TEXTS } from './strange-values.js';

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** One change somewhere in a tree of JSON: another value, another name, one member less or more. Says what it did. */
export function mutateJson(json: unknown, random: SeededRandom): { json: unknown; change: string } {
  const root = { body: structuredClone(json) };
  const places = placesIn(root);
  const { holder, key } = random.pick(places);
  const isRoot = holder === (root as Record<string, unknown>);
  const change = random.pick(
    isRoot
      ? ['replaced']
      : Array.isArray(holder)
        ? ['replaced', 'number', 'text', 'repeated']
        : ['replaced', 'number', 'text', 'missing', 'null', 'renamed', 'unknown', 'proto'],
  );
  switch (change) {
    case 'number':
      holder[key] = random.pick(STRANGE_NUMBERS);
      break;
    case 'text':
      holder[key] = random.pick(STRANGE_TEXTS);
      break;
    case 'missing':
      delete holder[key];
      break;
    case 'null':
      holder[key] = null;
      break;
    case 'repeated':
      (holder as unknown as unknown[]).push(holder[key]);
      break;
    case 'renamed':
      define(holder, random.chance(0.5) ? `${key}s` : key.toUpperCase(), holder[key]);
      delete holder[key];
      break;
    case 'unknown':
      define(holder, random.pick(['unknown', 'constructor', 'toString', ...STRANGE_TEXTS]), random.pick(STRANGE_JSON));
      break;
    case 'proto':
      define(holder, '__proto__', { polluted: true });
      break;
    default:
      holder[key] = random.pick(STRANGE_JSON);
  }
  return { json: root.body, change: `body ${change} at ${key.slice(0, 40)}` };
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value as object) : []),
  ]);
}

/** As JSON.parse would: "__proto__" is a name like any other. */
function define(holder: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
