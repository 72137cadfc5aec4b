import { Checkbox, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../texts/texts.js';
import { correctTexts } from './correct-texts.js';
import type { DecisionRequest } from './use-decisions.js';
import { useGrouping, type Home } from './use-home.js';

interface Choice {
  readonly home: Home;
  readonly request: DecisionRequest | null;
  readonly onChoose: (request: DecisionRequest | null) => void;
}

/** Adverts that are to be another home: offline ones too, for they come back. */
export function SplitChoice({ home, request, onChoose }: Choice) {
  const t = useTexts(correctTexts);
  const { data: grouping } = useGrouping(home.uuid);
  const leaving = request?.kind === 'SPLIT' ? (request.listingIds ?? []) : [];
  const listings = grouping?.listings ?? [];
  if (listings.length < 2) return null;
  const choose = (listingIds: string[]) =>
    onChoose(listingIds.length === 0 ? null : { kind: 'SPLIT', propertyIds: [home.uuid], listingIds });
  return (
    <Stack gap="sm" data-testid="split">
      <Title order={3} size="h5">
        {t.split}
      </Title>
      <Checkbox.Group value={leaving} onChange={choose} label={t.splitWhich}>
        <Stack gap={6} mt="xs">
          {listings.map(({ listingId, dataProvider, title, online }) => (
            <Checkbox
              key={listingId}
              value={listingId}
              disabled={leaving.length === listings.length - 1 && !leaving.includes(listingId)}
              label={[dataProvider, title, online ? null : t.offline].filter(Boolean).join(' – ')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {leaving.length === listings.length - 1 && (
        <Text size="sm" c="dimmed">
          {t.oneMustStay}
        </Text>
      )}
    </Stack>
  );
}
