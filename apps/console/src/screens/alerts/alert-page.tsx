import { Anchor, Button, Container, Stack, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../client/api-problem.js';
import { EmptyStateLeading } from '../../feedback/empty-state.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useScreenName } from '../../feedback/screen-name.js';
import { useTexts } from '../../texts/texts.js';
import { changeOf, draftOf, type Alert } from './alert-draft.js';
import { AlertForm } from './alert-form.js';
import { focusOn } from './focus-on.js';
import { AlertSummary } from './alert-summary.js';
import { alertsTexts } from './alerts-texts.js';
import { DeliveriesPanel } from './deliveries-panel.js';
import { EventsPanel } from './events-panel.js';
import { useAlert, useChangeAlert } from './use-alerts.js';

const route = getRouteApi('/alerts/$uuid');

/** One alert: what it looks for, what it found, and what became of its messages. */
export function AlertPage() {
  const t = useTexts(alertsTexts);
  const { uuid } = route.useParams();
  const { data: alert, error, refetch } = useAlert(uuid);
  const [isEditing, setEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const edit = (editing: boolean) => {
    setEditing(editing);
    setWasEditing(!editing);
  };
  useScreenName(alert?.name);
  return (
    <Container size="lg" py="md">
      <Stack>
        <Anchor component={Link} to="/alerts" size="sm" w="fit-content" py={2}>
          ← {t.title}
        </Anchor>
        {error instanceof ApiProblem && error.status === 404 ? (
          <EmptyStateLeading title={t.unknown} to="/alerts" label={t.title}>
            {t.unknownAdvice}
          </EmptyStateLeading>
        ) : alert === undefined ? (
          error !== null ? (
            <ProblemNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading height={300} />
          )
        ) : isEditing ? (
          <EditAlert alert={alert} onDone={() => edit(false)} />
        ) : (
          <>
            <AlertSummary alert={alert} wasEditing={wasEditing} onEdit={() => edit(true)} />
            <EventsPanel alert={alert} />
            <DeliveriesPanel alert={alert} />
          </>
        )}
      </Stack>
    </Container>
  );
}

function EditAlert({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const t = useTexts(alertsTexts);
  const [initial] = useState(alert); // as it stood when editing began
  const change = useChangeAlert(alert.id, onDone);
  return (
    <>
      <Title order={1} size="h3" tabIndex={-1} ref={focusOn}>
        {t.edit}
      </Title>
      <AlertForm
        initial={draftOf(initial)}
        submitLabel={t.save}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(draft) => change.mutate(changeOf(initial, draft))}
      >
        <Button variant="default" onClick={onDone}>
          {t.cancel}
        </Button>
      </AlertForm>
    </>
  );
}
