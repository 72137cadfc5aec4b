import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../client/use-account.js';
import type { Schema } from '../../client/api.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useTexts } from '../../texts/texts.js';
import { correctTexts } from './correct-texts.js';
import { DecisionPreview } from './decision-preview.js';
import { MergeChoice } from './merge-choice.js';
import { SplitChoice } from './split-choice.js';
import { useWithdraw, type DecisionRequest } from './use-decisions.js';
import type { Home } from './use-home.js';

type Decision = Schema<'GroupingDecision'>;

/** Merges and splits by hand: choose, see what comes of it, do it, take it back. */
export function CorrectPanel({ home }: { home: Home }) {
  const t = useTexts(correctTexts);
  const { data: account } = useAccount();
  return (
    <Panel title={t.title} lead={t.lead} testId="correct">
      {account?.isOperator === false && <Text size="sm">{t.forOperators}</Text>}
      {account?.isOperator === true && <Correction home={home} />}
    </Panel>
  );
}

function Correction({ home }: { home: Home }) {
  const [request, setRequest] = useState<DecisionRequest | null>(null);
  const [decided, setDecided] = useState<Decision | null>(null);
  const choose = (chosen: DecisionRequest | null) => {
    setRequest(chosen);
    setDecided(null);
  };
  if (decided !== null) return <Decided home={home} decision={decided} onClose={() => choose(null)} />;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <SplitChoice home={home} request={request} onChoose={choose} />
        <MergeChoice home={home} request={request} onChoose={choose} />
      </SimpleGrid>
      {request !== null && (
        <DecisionPreview key={JSON.stringify(request)} home={home} request={request} onDecided={setDecided} />
      )}
    </Stack>
  );
}

function Decided({ home, decision, onClose }: { home: Home; decision: Decision; onClose: () => void }) {
  const t = useTexts(correctTexts);
  const withdraw = useWithdraw();
  const other = decision.propertyIds.find((id) => id !== home.uuid);
  return (
    <Alert color={withdraw.isSuccess ? 'blue' : 'green'} role="status" data-testid="decided">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{withdraw.isSuccess ? t.undone : t.done[decision.kind]}</Text>
        {withdraw.error !== null && <ProblemNotice error={withdraw.error} />}
        <Group gap="md">
          {withdraw.isSuccess ? (
            <Button size="xs" variant="default" onClick={onClose}>
              {t.title}
            </Button>
          ) : (
            <Button
              autoFocus
              size="xs"
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(decision.id)}
            >
              {t.undo}
            </Button>
          )}
          {decision.kind === 'SPLIT' && !withdraw.isSuccess && other !== undefined && (
            <Anchor component={Link} to={`/homes/${other}`} size="sm" underline="always">
              {t.toNewHome}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
