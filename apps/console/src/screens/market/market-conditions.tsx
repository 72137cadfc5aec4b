import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConditionChip } from '../../criteria/condition-chip.js';
import type { ConditionName } from '../../criteria/conditions.js';
import { CriteriaSentence } from '../../criteria/criteria-sentence.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { conditionsOf, countConditions } from '../../criteria/stated-conditions.js';
import { TreeDrawer } from '../../criteria/tree-drawer.js';
import { treeTexts } from '../../criteria/tree-texts.js';
import { useTexts } from '../../texts/texts.js';
import { marketTexts } from './market-texts.js';

/** What most look for beside kind, deal and place, which stand above. */
const USUAL = ['price', 'area', 'rooms', 'text'] as const satisfies readonly ConditionName[];

/** What adverts have to meet as well: the usual as chips, all of it as a tree, with the sentence below. */
export function MarketConditions({
  criteria = {},
  onChange,
}: {
  criteria: CriteriaNode | undefined;
  onChange: (criteria: CriteriaNode | undefined) => void;
}) {
  const t = useTexts(marketTexts);
  const tree = useTexts(treeTexts);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const total = countConditions(criteria);
  const change = (next: CriteriaNode) => onChange(countConditions(next) === 0 ? undefined : next);
  const names = [...new Set<ConditionName>([...USUAL, ...conditionsOf(criteria)])];
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={t.conditions}>
        {names.map((name) => (
          <ConditionChip key={name} name={name} node={criteria} onChange={change} />
        ))}
        <Button size="compact-md" fz="sm" variant={total > 0 ? 'light' : 'default'} onClick={() => setTreeOpen(true)}>
          {tree.allConditions(total)}
        </Button>
        {total > 0 && (
          <Button size="compact-md" fz="sm" variant="subtle" onClick={() => onChange(undefined)}>
            {t.noConditions}
          </Button>
        )}
      </Group>
      <CriteriaSentence criteria={criteria} />
      <TreeDrawer criteria={criteria} opened={isTreeOpen} onClose={() => setTreeOpen(false)} onApply={change} />
    </Stack>
  );
}
