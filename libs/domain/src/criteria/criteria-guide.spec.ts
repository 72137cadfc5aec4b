import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Criteria, FLAG_FIELDS, LIST_FIELDS, RANGE_FIELDS } from './criteria.js';
import { describeCriteria } from './describe-criteria.js';
import { parseCriteria } from './parsing/parse-criteria.js';
import { wordsOf } from '../words/fold-text.js';
import type { Places } from './parsing/parsing-context.js';

const guide = readFileSync(join(__dirname, '../../../../docs/criteria.md'), 'utf8');
const places: Places = {
  knowsDivision: () => true,
  shape: (id) => (id.endsWith('ffff') ? undefined : { type: 'Polygon', coordinates: [] }),
};

describe('docs/criteria.md', () => {
  const blocks = [...guide.matchAll(/^```json (criteria|classic)\n([\s\S]*?)^```$/gm)].map(([, mode, text]) =>
    parseCriteria(JSON.parse(text as string), { mode: mode === 'classic' ? 'classic' : 'advanced', places }),
  );

  it('shows only criteria that are accepted', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(14);
    expect(blocks.filter((parsed) => !parsed.ok)).toEqual([]);
  });

  it('shows every field and every kind of condition', () => {
    const shown = new Set(blocks.flatMap((parsed) => (parsed.ok ? namesIn(parsed.value) : [])));
    expect(
      [
        ...RANGE_FIELDS,
        ...FLAG_FIELDS,
        ...LIST_FIELDS,
        'transactionType',
        'propertyType',
        'division',
        'circle',
        'box',
        'shape',
        'words',
      ].filter((name) => !shown.has(name)),
    ).toEqual([]);
  });

  it('shows the words of texts as they are read', () => {
    const table = guide.slice(guide.indexOf('| text | its words |')).split('\n\n')[0] as string;
    const rows = [...table.matchAll(/^\| `(.*?)` \| (`.*`) \|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const [, text, words] of rows)
      expect((words as string).slice(1, -1).split('` `')).toEqual(wordsOf(text as string));
  });

  it('shows violations as they are answered', () => {
    const rows = [...guide.matchAll(/^\| `(\{.*\})` \| `([^`]+)` \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(12);
    for (const [, sent, propertyPath, message] of rows) {
      expect(parseCriteria(JSON.parse(sent as string), { places })).toEqual({
        ok: false,
        violations: [{ propertyPath, message }],
      });
    }
  });

  it('says in its program what the library answers', () => {
    const parsed = parseCriteria({ price: { max: 250_000 }, rooms: { min: 3 } });
    expect(guide).toContain(`describeCriteria(parsed.value); // '${parsed.ok ? describeCriteria(parsed.value) : ''}'`);
  });
});

function namesIn(node: Criteria): readonly string[] {
  return [...node.conditions.map((one) => ('field' in one ? one.field : one.kind)), ...node.children.flatMap(namesIn)];
}
