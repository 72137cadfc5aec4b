import { Box, Checkbox, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyBlock } from '../../feedback/copy-block.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import type { Listing } from '../../homes/home-summary.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';
import { Panel } from '../../feedback/panel.js';
import { useHome, type Home } from './use-home.js';

/** Previews a merge or a split, and shows the command that does it: the interface itself has none. */
export function CorrectPanel({ home, listings }: { home: Home; listings: readonly Listing[] }) {
  const t = useTexts(homePageTexts);
  return (
    <Panel title={t.correct} lead={t.correctLead} testId="correct">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        {listings.length > 1 && <Split home={home} listings={listings} />}
        <Merge home={home} />
      </SimpleGrid>
    </Panel>
  );
}

function Split({ home, listings }: { home: Home; listings: readonly Listing[] }) {
  const t = useTexts(homePageTexts);
  const { price } = useFormats();
  const [leaving, setLeaving] = useState<string[]>([]);
  const stay = listings.filter(({ uuid }) => !leaving.includes(uuid));
  const leave = listings.filter(({ uuid }) => leaving.includes(uuid));
  const summary = (group: readonly Listing[]) =>
    group.map(({ dataProvider, price: asked, currency }) => `${dataProvider} ${price(asked, currency)}`).join(', ');
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t.split}
      </Title>
      <Checkbox.Group value={leaving} onChange={setLeaving} label={t.splitWhich}>
        <Stack gap={6} mt="xs">
          {listings.map(({ uuid, dataProvider, title }) => (
            <Checkbox key={uuid} value={uuid} label={[dataProvider, title].filter(Boolean).join(' – ')} />
          ))}
        </Stack>
      </Checkbox.Group>
      {leave.length > 0 && stay.length === 0 && <Text size="sm">{t.oneMustStay}</Text>}
      {leave.length > 0 && stay.length > 0 && (
        <Box aria-live="polite" data-testid="split-preview">
          <Text size="sm">{t.stays(summary(stay))}</Text>
          <Text size="sm" mb="xs">
            {t.leaves(summary(leave))}
          </Text>
          <CopyBlock
            label={t.split}
            text={`npx gable properties split ${home.uuid} --listing ${leaving.join(' ')} --reason "…"`}
          />
        </Box>
      )}
    </Stack>
  );
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

function Merge({ home }: { home: Home }) {
  const t = useTexts(homePageTexts);
  const [text, setText] = useState('');
  const uuid = UUID.exec(text)?.[0].toLowerCase();
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t.merge}
      </Title>
      <TextInput
        label={t.mergeWith}
        description={t.mergeHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={text.trim() !== '' && uuid === undefined ? t.noUuid : uuid === home.uuid ? t.itself : undefined}
      />
      {uuid !== undefined && uuid !== home.uuid && <MergePreview home={home} uuid={uuid} />}
    </Stack>
  );
}

function MergePreview({ home, uuid }: { home: Home; uuid: string }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const { data: other, error } = useHome(uuid);
  if (error !== null) return <ProblemNotice error={error} />;
  if (other === undefined) return null;
  return (
    <Stack gap="sm" aria-live="polite" data-testid="merge-preview">
      <Text size="sm">{t.mergesInto(number(home.listings.length + other.listings.length))}</Text>
      <Box maw={280}>
        <HomeCard property={other} />
      </Box>
      <CopyBlock label={t.merge} text={`npx gable properties merge ${home.uuid} ${other.uuid} --reason "…"`} />
    </Stack>
  );
}
