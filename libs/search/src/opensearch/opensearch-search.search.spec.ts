import { createTestIndex, describeOpenSearch } from '@gable/testing';
import { propertySearchContract } from '../testing/property-search.contract.js';
import { BeyondEngine } from '../property-search.js';
import { documentOf } from '../testing/documents.js';
import { indexBody, MAPPING_VERSION } from './mapping.js';
import { OpenSearchSearch } from './opensearch-search.js';

describeOpenSearch('OpenSearchSearch', (url) => {
  propertySearchContract(async () => {
    const test = await createTestIndex(url);
    return {
      backend: 'opensearch',
      engine: new OpenSearchSearch(test.client, {
        alias: test.names.alias,
        timeoutMs: 20_000,
        now: () => Promise.resolve(Date.now()),
      }),
      store: (properties) => test.write(properties.map(documentOf)),
      close: () => test.drop(),
    };
  });

  it('does not ask an index of another version, which would find everything that says none of some words', async () => {
    const test = await createTestIndex(url);
    const old = test.names.indexMadeAt(Date.now() + 1);
    const { [`mapping${MAPPING_VERSION}`]: _version, ...properties } = indexBody().mappings.properties as Record<
      string,
      unknown
    >;
    await test.client.indices.create({ index: old, body: { mappings: { properties } } as never });
    const options = { timeoutMs: 20_000, now: () => Promise.resolve(0) };
    const criteria = { conditions: [], operator: 'AND' as const, children: [] };
    const onThis = new OpenSearchSearch(test.client, { ...options, alias: test.index });
    expect(await onThis.count(criteria)).toEqual({ total: 0, totalIsExact: true });
    const onOld = new OpenSearchSearch(test.client, { ...options, alias: old });
    await expect(onOld.count(criteria)).rejects.toThrow(BeyondEngine);
    await test.client.indices.delete({ index: old });
    await test.drop();
  });
});
