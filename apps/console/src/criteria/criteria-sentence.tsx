import { Text } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import type { CriteriaNode } from './node-path.js';
import { countConditions } from './stated-conditions.js';
import { treeTexts } from './tree-texts.js';
import { useDescription } from './use-description.js';

/** What a tree asks for, in a sentence; nothing while it asks for nothing. */
export function CriteriaSentence({ criteria }: { criteria: CriteriaNode }) {
  const { drawnArea } = useTexts(treeTexts);
  const { data, isPlaceholderData } = useDescription(criteria);
  if (countConditions(criteria) === 0) return null;
  const sentence = data?.sentence.replace(DRAWN, drawnArea) ?? '\u00a0';
  // The last sentence keeps the place of the next one: what stands below does not jump.
  const isOld = data === undefined || isPlaceholderData;
  return (
    <Text size="sm" c="dimmed" data-testid={isOld ? undefined : 'sentence'} style={isOld ? HIDDEN : undefined}>
      {sentence}
    </Text>
  );
}

const HIDDEN = { visibility: 'hidden' } as const;

/** An area that was stored without a name: the word for one in each language, and its id. */
const DRAWN = /(?:shape|Fläche|zone) [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
