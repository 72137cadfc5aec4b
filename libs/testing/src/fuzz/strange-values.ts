/** Texts that parsers, databases and logs have stumbled over. */
export const STRANGE_TEXTS: readonly string[] = [
  '', ' ', '\t', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\u202e', '\ufeff', '\u0301', 'ﷺ', '👩‍👩‍👧‍👦', 'İ', 'ß', '../../etc/passwd', "' or 1=1 --", '"; drop table alert; --', '%00', '%', '%s%n', '${7*7}', '{{7*7}}',
  '<script>', 'null', 'undefined', 'NaN', 'Infinity', '-0', '1e400', '0x10', '1,2', '[]', '{}', 'true', '__proto__', 'constructor', 'toString', '\\', '*', '_', "E'\\x00'", 'a'.repeat(300), '𝕏'.repeat(200), '\u2028', '\r\nX: y',
  '2026-13-45T99:99:99Z', '9999-12-31T23:59:59.999Z', '-271821-04-20T00:00:00Z', '2026-02-30T00:00:00Z', '0000-00-00', '2026-01-01T00:00:00+99:99',
];

/** Numbers at and beyond the edges of types. */
export const STRANGE_NUMBERS: readonly number[] = [
  -1, 0, -0, 0.5, 1e-300, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e308, -1e308, 10_001, 32_768, Number.MAX_SAFE_INTEGER,
];

/** Values of every type of JSON, none of which fits everywhere. */
export const STRANGE_JSON: readonly unknown[] = [null, true, false, [], {}, [[]], [null], { a: 1 }, { min: 1 }, { value: null }, 'text', 7, [1, 'a'], nested(40), nested(300), wide(2_000)];

/** What may stand in a path where an id belongs. */
export const MALFORMED_IDS: readonly string[] = [
  'none', '0', '-1', '1.5', '00000000-0000-0000-0000-00000000000', '00000000-0000-0000-0000-0000000000000', '{01900000-0000-7000-8000-000000000000}', '01900000000070008000000000000000',
  'g1900000-0000-7000-8000-000000000000', '%20', '%00', '%ff', '%c0%ae', '%zz', '%', '%2e%2e', '%2F', 'a%2Fb', '..%2f..%2fetc', '%F0%9F%8F%A0', '%ED%A0%80', '*', ';', '~', "'", '%22', '01900000-0000-7000-8000-000000000000%00',
  '01900000-0000-7000-8000-000000000000%20', 'x'.repeat(2_000), '9'.repeat(40), '9007199254740993', '1e3', '0x1', 'null', '__proto__', 'constructor',
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { children: value };
  return value;
}

function wide(count: number): unknown {
  return Array.from({ length: count }, (_, i) => i);
}
