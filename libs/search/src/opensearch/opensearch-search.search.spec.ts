import { createTestIndex, describeOpenSearch } from '@gable/testing';
import { propertySearchContract } from '../testing/property-search.contract.js';
import { documentOf } from '../testing/documents.js';
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
});
