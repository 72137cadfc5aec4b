import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { TreeEditor } from '../../criteria/tree-editor.js';
import { Panel } from '../../feedback/panel.js';
import { useTexts } from '../../texts/texts.js';
import type { AlertDraft } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';
import { focusOn } from './focus-on.js';
import { Preview } from './preview.js';

/** What an alert looks for, and what it would have found. */
export function CriteriaSection({
  draft,
  onChange,
}: {
  draft: AlertDraft;
  onChange: (criteria: CriteriaNode) => void;
}) {
  const t = useTexts(alertsTexts);
  const [isEditing, setEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  return (
    <Panel title={t.criteria} lead={t.criteriaLead} testId="criteria-section">
      {isEditing ? (
        <div tabIndex={-1} ref={focusOn} role="group" aria-label={t.editCriteria}>
          <TreeEditor
            criteria={draft.criteria}
            onApply={(criteria) => {
              onChange(criteria);
              setEditing(false);
              setWasEditing(true);
            }}
          />
        </div>
      ) : (
        <Stack>
          {Object.keys(draft.criteria).length === 0 && <Text size="sm">{t.noConditions}</Text>}
          <Preview draft={draft} />
          <Button variant="default" w="fit-content" autoFocus={wasEditing} onClick={() => setEditing(true)}>
            {t.editCriteria}
          </Button>
        </Stack>
      )}
    </Panel>
  );
}
