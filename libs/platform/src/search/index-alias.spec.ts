import { readConfig } from '@gable/runtime';
import { ALIAS } from '@gable/search';

it('is called by the setting as by the library where nobody says otherwise', () =>
  expect(readConfig({}).openSearchAlias).toBe(ALIAS));
