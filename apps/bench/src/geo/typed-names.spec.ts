import { DivisionNames } from '@gable/domain/divisions';
import { generateDivisions, Random, readFrance } from '@gable/demo';
import { mistype } from './typed-names.js';

it('finds 95 of 100 communes among the first five in spite of a typing error in their names', async () => {
  const divisions = generateDivisions(readFrance()).divisions.map((division) => ({
    ...division,
    postalCodes: division.postalCodes ?? [],
  }));
  expect(divisions.length).toBeGreaterThan(35_000);
  const names = await DivisionNames.build(divisions, async () => {});
  const communes = [...new Set(divisions.filter(({ type }) => type === 'CITY').map(({ name }) => name))];
  const typos = mistype(new Random('typos').shuffle(communes).slice(0, 500), new Random('errors'));
  const missed = typos.filter(
    ({ typed, meant }) => !names.find({ text: typed, limit: 5 }).some(({ division }) => division.name === meant),
  );
  console.info(
    `${typos.length - missed.length} of ${typos.length} typing errors are seen through; not ${missed
      .slice(0, 5)
      .map(({ typed, meant }) => `${typed} (${meant})`)
      .join(', ')}`,
  );
  expect(missed.length / typos.length).toBeLessThanOrEqual(0.05);
}, 120_000);
