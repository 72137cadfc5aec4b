import { Button, Group, List, Modal, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useDescription } from '../../criteria/use-description.js';
import { CopyBlock } from '../../feedback/copy-block.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { draftOf, saysAll, type Alert } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';
import { DestinationLine } from './destination-line.js';
import { eventTexts } from './event-texts.js';
import { sayRule } from './rule-words.js';
import { useChangeAlert, useDeleteAlert, useTestMessage } from './use-alerts.js';

/** What an alert looks for and sends, with what can be done to it. */
export function AlertSummary({
  alert,
  wasEditing,
  onEdit,
}: {
  alert: Alert;
  /** It comes in the place of its form. */
  wasEditing: boolean;
  onEdit: () => void;
}) {
  const t = useTexts(alertsTexts);
  const words = useTexts(eventTexts);
  const formats = useFormats();
  const { data } = useDescription(alert.criteria ?? {});
  const activation = useChangeAlert(alert.id);
  const test = useTestMessage(alert.id);
  const [isKeyShown, { toggle: toggleKey }] = useDisclosure();
  const rules = draftOf(alert).rules.filter(({ enabled }) => enabled !== false);
  const hasDestination = alert.eventDestinationId !== null;
  const error = activation.error ?? test.error;
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} component="section" data-testid="summary">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Title order={1} size="h3" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {alert.name}
          </Title>
          <Switch
            label={alert.active ? t.on : t.off}
            checked={alert.active}
            disabled={activation.isPending}
            onChange={(event) => activation.mutate({ active: event.currentTarget.checked })}
          />
        </Group>
        {!(alert.criteria !== null && saysAll(alert.name, data?.sentence)) && (
          <Text data-testid="sentence">{alert.criteria === null ? t.unreadable : (data?.sentence ?? '\u00a0')}</Text>
        )}
        <Stack gap={2}>
          <Text size="sm" fw={700}>
            {rules.length === 0 ? t.sendsNothing : alert.destinationStatus === null ? t.wouldSend : t.sends}
          </Text>
          <List size="sm" data-testid="rules">
            {rules.map((rule) => (
              <List.Item key={rule.eventType}>{sayRule(rule, words, formats)}</List.Item>
            ))}
          </List>
        </Stack>
        <DestinationLine alert={alert} withReason />
        {error !== null && <ProblemNotice error={error} />}
        {test.isSuccess && (
          <Text size="sm" role="status">
            {t.testQueued}
          </Text>
        )}
        <Group gap="xs">
          <Button onClick={onEdit} autoFocus={wasEditing}>
            {t.edit}
          </Button>
          <Button
            variant="default"
            disabled={!hasDestination}
            loading={test.isPending}
            onClick={() => test.mutate()}
            title={hasDestination ? undefined : t.noDestination}
          >
            {t.test}
          </Button>
          {alert.destinationWebhookUrl !== null && alert.signingKey !== undefined && (
            <Button variant="default" aria-expanded={isKeyShown} onClick={toggleKey}>
              {t.signingKey}
            </Button>
          )}
          <DeleteButton alert={alert} />
        </Group>
        {isKeyShown && alert.signingKey !== undefined && <CopyBlock text={alert.signingKey} label={t.signingKey} />}
      </Stack>
    </Paper>
  );
}

function DeleteButton({ alert }: { alert: Alert }) {
  const t = useTexts(alertsTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const deletion = useDeleteAlert(alert.id, () => navigate({ to: '/alerts' }));
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.remove}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t.removeTitle} closeButtonProps={{ 'aria-label': t.cancel }}>
        <Stack>
          <Text size="sm">{t.removeMeans(alert.name)}</Text>
          {deletion.error !== null && <ProblemNotice error={deletion.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t.cancel}
            </Button>
            <Button color="red.8" loading={deletion.isPending} onClick={() => deletion.mutate()}>
              {t.removeNow}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
