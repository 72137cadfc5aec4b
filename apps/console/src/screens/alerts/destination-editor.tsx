import { Radio, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../texts/texts.js';
import type { AlertDraft } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';

/** Whoever looks from the machine that Gable runs on may try it there, which takes a setting and a receiver. */
const isOnThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Where messages go: to a program, to a person, or nowhere. */
export function DestinationEditor({
  draft,
  onChange,
  refusal,
}: {
  draft: AlertDraft;
  onChange: (part: Partial<AlertDraft>) => void;
  refusal: (field: string) => string | undefined;
}) {
  const t = useTexts(alertsTexts);
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={t.destination}
        value={draft.destination}
        onChange={(value) => onChange({ destination: value })}
      >
        <Stack gap="xs">
          {(['webhook', 'email', 'none'] as const).map((kind) => (
            <Radio key={kind} value={kind} label={t.kinds[kind]} description={t.kindsMean[kind]} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.destination === 'webhook' && (
        <TextInput
          label={t.webhookUrl}
          description={isOnThisMachine ? t.tryWebhook : undefined}
          type="url"
          placeholder="https://hooks.example.com/gable"
          value={draft.webhookUrl}
          onChange={(event) => onChange({ webhookUrl: event.currentTarget.value })}
          error={refusal('destinationWebhookUrl')}
          required
        />
      )}
      {draft.destination === 'email' && (
        <TextInput
          label={t.email}
          type="email"
          placeholder="ana@example.com"
          value={draft.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
          error={refusal('destinationEmail')}
          required
        />
      )}
    </Stack>
  );
}
