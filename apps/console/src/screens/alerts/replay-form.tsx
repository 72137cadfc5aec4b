import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { activityTexts } from './activity-texts.js';
import { useReplay } from './use-alerts.js';

/** Sends again what was sent since a moment. The interface queues ten thousand at a time and says where to go on. */
export function ReplayForm({ uuid }: { uuid: string }) {
  const t = useTexts(activityTexts);
  const { number } = useFormats();
  const [since, setSince] = useState(() => localMinute(Date.now() - 86_400_000));
  const [onlyFailed, setOnlyFailed] = useState(true);
  const replay = useReplay(uuid);
  const rest = replay.data?.nextRequestBody ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate({ since: new Date(since).toISOString(), onlyFailed });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          {t.replay}
        </Title>
        <Group align="flex-end" gap="md">
          <TextInput
            type="datetime-local"
            label={t.sentSince}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            required
          />
          <Checkbox
            mb={8}
            label={t.onlyFailed}
            checked={onlyFailed}
            onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
          />
          <Button type="submit" variant="default" loading={replay.isPending}>
            {t.sendAgain}
          </Button>
        </Group>
        {replay.error !== null && <ProblemNotice error={replay.error} />}
        {replay.data !== undefined && (
          <Text size="sm" role="status">
            {t.queued(number(replay.data.queued))}
          </Text>
        )}
        {rest !== null && (
          <Button variant="default" w="fit-content" loading={replay.isPending} onClick={() => replay.mutate(rest)}>
            {t.goOn}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** A moment as the browser's field writes it, in the time of the reader. */
function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
