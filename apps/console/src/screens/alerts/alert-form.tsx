import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiProblem } from '../../client/api-problem.js';
import { AskBeforeLeaving } from '../../feedback/ask-before-leaving.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { proposedName, type AlertDraft } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';
import { CriteriaSection } from './criteria-section.js';
import { DestinationEditor } from './destination-editor.js';
import { RulesEditor } from './rules-editor.js';
import { usePreview } from './use-alerts.js';

/** Edits an alert; what the interface refuses is said at the field it names. */
export function AlertForm({
  initial,
  submitLabel,
  isBusy,
  error,
  onSubmit,
  children,
}: {
  initial: AlertDraft;
  submitLabel: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (draft: AlertDraft) => void;
  children?: ReactNode;
}) {
  const t = useTexts(alertsTexts);
  const [begun] = useState(initial);
  const [stated, setDraft] = useState(begun);
  const [isNamed, setNamed] = useState(initial.name !== '');
  // The same answer that the preview shows: until a name is typed, its sentence is the name.
  const { data: preview } = usePreview(stated);
  const draft = isNamed || preview === undefined ? stated : { ...stated, name: proposedName(preview.sentence) };
  const change = (part: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...part }));
  const refusal = (field: string) =>
    error instanceof ApiProblem
      ? error.violations.find(({ propertyPath }) => propertyPath === field)?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  return (
    <form onSubmit={submit}>
      <AskBeforeLeaving isUnsaved={!isBusy && JSON.stringify(stated) !== JSON.stringify(begun)} />
      <Stack>
        <TextInput
          label={t.name}
          placeholder={t.namePlaceholder}
          value={draft.name}
          onChange={(event) => {
            setNamed(true);
            change({ name: event.currentTarget.value });
          }}
          error={refusal('name')}
          maxLength={200}
          required
        />
        <CriteriaSection draft={draft} onChange={(criteria) => change({ criteria })} />
        <Panel title={t.rules} lead={t.rulesLead} testId="rules-editor">
          <RulesEditor rules={draft.rules} onChange={(rules) => change({ rules })} refusal={refusal} />
        </Panel>
        <Panel title={t.destination} lead={t.destinationLead} testId="destination-editor">
          <DestinationEditor draft={draft} onChange={change} refusal={refusal} />
        </Panel>
        {error !== null && <ProblemNotice error={error} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
