import { Box, Button, Group, List, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Schema } from '../../client/api.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useHomeWords } from '../../homes/use-home-words.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { correctTexts } from './correct-texts.js';
import { useSignalName } from './signal-names.js';
import { useDecide, useDecisionPreview, type DecisionRequest } from './use-decisions.js';
import type { Home } from './use-home.js';

type Preview = Schema<'GroupingPreview'>;

/** What a decision comes to, before and after side by side, and the button that takes it. */
export function DecisionPreview({
  home,
  request,
  onDecided,
}: {
  home: Home;
  request: DecisionRequest;
  onDecided: (decision: Schema<'GroupingDecision'>) => void;
}) {
  const t = useTexts(correctTexts);
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useDecisionPreview(request);
  const decide = useDecide(onDecided);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate(reason.trim() === '' ? request : { ...request, reason: reason.trim() });
  };
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack gap="md" component="section" aria-label={t.preview[request.kind]} data-testid="decision-preview">
      <Title order={3} size="h5">
        {t.preview[request.kind]}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Side title={t.before} homes={data.before} home={home} testId="before" />
        <Side title={t.after} homes={data.after} home={home} testId="after" />
      </SimpleGrid>
      <Evidence preview={data} kind={request.kind} />
      <Text size="sm">{t.noEvents}</Text>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="md">
          <TextInput
            style={{ flexGrow: 1 }}
            label={t.reason}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" loading={decide.isPending}>
            {t.now[request.kind]}
          </Button>
        </Group>
      </form>
      {decide.error !== null && <ProblemNotice error={decide.error} />}
    </Stack>
  );
}

function Side({ title, homes, home, testId }: { title: string; homes: Preview['after']; home: Home; testId: string }) {
  const t = useTexts(correctTexts);
  const { price, number } = useFormats();
  const words = useHomeWords();
  const nameOf = (uuid: string | null) => (uuid === home.uuid ? t.thisHome : uuid === null ? t.newHome : t.otherHome);
  return (
    <Stack gap="xs" data-testid={testId}>
      <Text fw={700} size="sm">
        {title}
      </Text>
      {homes.map(({ propertyId, merged, listings }) => (
        <Paper withBorder p="sm" key={propertyId ?? 'new'} data-testid="previewed-home">
          <Text size="xs" c="dimmed">
            {nameOf(propertyId)}
          </Text>
          <Text fw={700} data-testid="previewed-price">
            {price(merged.price, merged.currency)}
          </Text>
          <Text size="sm" fw={600} lineClamp={2}>
            {words.title(merged)}
          </Text>
          <Text size="sm">{words.facts(merged)}</Text>
          <List size="sm" mt={4} aria-label={number(listings.length)}>
            {listings.map(({ listingId, dataProvider, title: of, online }) => (
              <List.Item key={listingId} data-testid="previewed-advert">
                {[dataProvider, of, online ? null : t.offline].filter(Boolean).join(' – ')}
              </List.Item>
            ))}
          </List>
        </Paper>
      ))}
    </Stack>
  );
}

function Evidence({ preview: { before, pairs }, kind }: { preview: Preview; kind: DecisionRequest['kind'] }) {
  const t = useTexts(correctTexts);
  const { number } = useFormats();
  const listings = before.flatMap((each) => each.listings);
  const nameOf = (id: string) => listings.find(({ listingId }) => listingId === id)?.dataProvider ?? id;
  const signalName = useSignalName();
  return (
    <Box>
      <Text fw={700} size="sm" mb={4}>
        {t.evidence[kind]}
      </Text>
      <List size="sm" spacing={4}>
        {pairs.map(({ listingIds, bits, contradictions }) => (
          <List.Item key={listingIds.join('.')} data-testid="previewed-pair">
            {listingIds.map(nameOf).join(' · ')}{' '}
            <Text span inherit fw={700}>
              {t.bits(number(bits, 2))}
            </Text>
            {contradictions.length > 0 && ` ${t.contradicts(contradictions.map(signalName).join(', '))}`}
          </List.Item>
        ))}
      </List>
    </Box>
  );
}
