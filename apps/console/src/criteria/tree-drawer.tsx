import { Drawer } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadCode } from '../client/lazy-code.js';
import { Loading } from '../feedback/loading.js';
import { useTexts } from '../texts/texts.js';
import type { CriteriaNode } from './node-path.js';
import { treeTexts } from './tree-texts.js';

const TreeEditor = lazy(() =>
  loadCode(() => import('./tree-editor.js').then(({ TreeEditor: component }) => ({ default: component }))),
);

/** The editor of a whole tree, at the side of the screen; its code comes when it is opened. */
export function TreeDrawer({
  criteria,
  opened,
  onClose,
  onApply,
}: {
  criteria: CriteriaNode;
  opened: boolean;
  onClose: () => void;
  onApply: (criteria: CriteriaNode) => void;
}) {
  const t = useTexts(treeTexts);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t.title}
      position="right"
      size="xl"
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Suspense fallback={<Loading />}>
        <TreeEditor
          criteria={criteria}
          onApply={(next) => {
            onClose();
            onApply(next);
          }}
        />
      </Suspense>
    </Drawer>
  );
}
