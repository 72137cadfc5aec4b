import { Anchor, Container, Stack, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useScreenName } from '../../feedback/screen-name.js';
import { useTexts } from '../../texts/texts.js';
import { newDraft } from './alert-draft.js';
import { AlertForm } from './alert-form.js';
import { alertsTexts } from './alerts-texts.js';
import { useCreateAlert } from './use-alerts.js';

const route = getRouteApi('/alerts/new');

/** Makes an alert, from the conditions of a search where it was opened from one. */
export function NewAlertPage() {
  const t = useTexts(alertsTexts);
  useScreenName(t.newAlert);
  const { criteria = {} } = route.useSearch();
  const navigate = route.useNavigate();
  const creation = useCreateAlert(({ id }) => void navigate({ to: '/alerts/$uuid', params: { uuid: id } }));
  return (
    <Container size="lg" py="md">
      <Stack>
        <Anchor component={Link} to="/alerts" size="sm" w="fit-content">
          ← {t.title}
        </Anchor>
        <Title order={1} size="h3">
          {t.newAlert}
        </Title>
        <AlertForm
          initial={newDraft(criteria)}
          submitLabel={t.create}
          isBusy={creation.isPending || creation.isSuccess} // until its page is there
          error={creation.error}
          onSubmit={(draft) => creation.mutate(draft)}
        />
      </Stack>
    </Container>
  );
}
