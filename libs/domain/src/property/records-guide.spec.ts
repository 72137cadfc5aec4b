import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAttribute } from '../listing/attributes.js';
import { LISTING_VIEW_FIELDS } from './view-fields.js';

const guide = readFileSync(join(__dirname, '../../../../docs/records.md'), 'utf8');

describe('docs/records.md', () => {
  it.each(Object.entries(LISTING_VIEW_FIELDS))('names %s', (name, { holds }) => {
    const members = isAttribute(holds) ? [] : Object.keys(holds);
    const [, listed] = new RegExp(`\`${name}(?:: \\{([^}]*)\\})?\``).exec(guide) ?? [];
    if (!new RegExp(`\`${name}[\`:]`).test(guide))
      throw new Error(`docs/records.md does not name \`${name}\`: add it to the fields of a record`);
    if (listed === undefined || listed.includes('…')) return;
    expect(`docs/records.md: \`${name}: {${listed}}\``).toBe(`docs/records.md: \`${name}: {${members.join(', ')}}\``);
  });
});
