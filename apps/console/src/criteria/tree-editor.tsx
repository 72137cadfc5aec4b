import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../client/api-problem.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../texts/texts.js';
import type { CriteriaNode } from './node-path.js';
import { tidyIfTree } from './tidy-tree.js';
import { TreeNode } from './tree-node.js';
import { treeTexts } from './tree-texts.js';
import { useDescription } from './use-description.js';

/** Edits a whole tree, with what it means beside it and what is wrong at its place; nothing is asked before Apply. */
export function TreeEditor({
  criteria,
  onApply,
}: {
  criteria: CriteriaNode;
  onApply: (criteria: CriteriaNode) => void;
}) {
  const t = useTexts(treeTexts);
  const [draft, setDraft] = useState(() => tidyIfTree(criteria));
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const description = useDescription(draft, 300);
  const problem = description.error instanceof ApiProblem ? description.error : null;
  const violations = problem?.violations ?? [];
  const begin = (place: string) =>
    setBegun((before) => {
      const after = new Set(before);
      if (place.startsWith('-')) after.delete(place.slice(1));
      else after.add(place);
      return after;
    });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.hint}
      </Text>
      <Paper withBorder p="sm" aria-live="polite" data-testid="sentence">
        <Text size="xs" fw={700}>
          {t.inWords}
        </Text>
        {description.error === null ? (
          <Text size="sm">{description.data?.sentence}</Text>
        ) : violations.length > 0 ? (
          <Text size="sm" c="red.8">
            {t.wrong}
          </Text>
        ) : (
          <ProblemNotice error={description.error} />
        )}
      </Paper>
      <TreeNode
        node={draft}
        path="criteria"
        label={t.title}
        violations={violations}
        begun={begun}
        onBegin={begin}
        onChange={setDraft}
      />
      <Group>
        <Button onClick={() => onApply(draft)} disabled={violations.length > 0}>
          {t.apply}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setDraft(tidyIfTree(criteria));
            setBegun(new Set());
          }}
        >
          {t.reset}
        </Button>
      </Group>
    </Stack>
  );
}
