import pino from 'pino';
import { redact } from './redact.js';

/** Characters of one text, and of all: an error of OpenSearch holds the whole request, megabytes of documents. */
const LONGEST_TEXT = 4_000;
const LONGEST_ERROR = 20_000;
/** Entries of one list or object. */
const MOST_ENTRIES = 50;
const DEEPEST = 8;

/** An error as pino writes it, with what it carries cut to what a line of the log is read for. */
export function boundedError(error: Error): unknown {
  let left = LONGEST_ERROR;

  function bounded(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cut(value);
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (depth === DEEPEST || left <= 0) return '[left out]';
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return bounded((value as { toJSON: () => unknown }).toJSON(), depth + 1);
    if (Array.isArray(value)) {
      const shown: unknown[] = value.slice(0, MOST_ENTRIES).map((entry) => bounded(entry, depth + 1));
      return value.length > MOST_ENTRIES ? [...shown, `[${value.length - MOST_ENTRIES} more]`] : shown;
    }
    return boundedObject(value as Record<string, unknown>, depth);
  }

  function boundedObject(value: Record<string, unknown>, depth: number): unknown {
    const shown: Record<string, unknown> = {};
    let entries = 0;
    for (const name in value) {
      if (entries++ === MOST_ENTRIES) return { ...shown, '…': 'more' };
      shown[cut(name)] = bounded(value[name], depth + 1);
    }
    return shown;
  }

  function cut(text: string): string {
    const most = Math.min(LONGEST_TEXT, Math.max(0, left));
    left -= Math.min(text.length, most);
    if (text.length <= most) return text;
    // whole before it is cut: half of a secret is no longer known for one
    return `${redact(text).slice(0, most)}… [${text.length} characters]`;
  }

  try {
    return bounded(pino.stdSerializers.err(error), 0);
  } catch {
    return { message: cut(String(error.message)) }; // what it carries cannot be read; who logs is not to fail for it
  }
}
