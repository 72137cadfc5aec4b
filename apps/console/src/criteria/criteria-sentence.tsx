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
  if (countConditions(criteria) === 0 || data === undefined || isPlaceholderData) return null;
  return (
    <Text size="sm" c="dimmed" data-testid="sentence">
      {data.sentence.replace(DRAWN, drawnArea)}
    </Text>
  );
}

/** Drawn areas have no name that a sentence could say. */
const DRAWN = /\S+ [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
