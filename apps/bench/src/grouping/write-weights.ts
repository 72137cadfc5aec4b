import type { GroupingWeights } from '@gable/domain/grouping';

/**
 * The weights as the TypeScript file that ships: sorted, three decimals, so that learning twice gives the same text.
 */
export function weightsFile({ prior, bias, levels }: GroupingWeights, learnedFrom: string): string {
  const round = (bits: number): string => String(Number(bits.toFixed(3)) + 0);
  const lines = Object.entries(levels)
    .sort(byName)
    .map(([signal, weights]) => {
      const entries = Object.entries(weights)
        .sort(byName)
        .map(([level, bits]) => `'${level}': ${round(bits)}`);
      return `    ${signal}: {\n${entries.map((entry) => `      ${entry},\n`).join('')}    },\n`;
    });
  return `import type { GroupingWeights } from './grouping-weights.js';

// Written by \`npm run bench -- grouping --learn FILE\`; do not edit. docs/grouping.md says what they are worth.

/** What the levels weigh in bits: ${learnedFrom}. */
export const WEIGHTS: GroupingWeights = {
  prior: ${round(prior)},
  bias: ${round(bias)},
  levels: {
${lines.join('')}  },
};
`;
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
