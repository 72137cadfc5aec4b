import { Radio, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { leadListing, type Property } from '../../homes/home-summary.js';
import { useHomeWords } from '../../homes/use-home-words.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { correctTexts } from './correct-texts.js';
import type { DecisionRequest } from './use-decisions.js';
import { useComparables, type Home } from './use-home.js';

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const OFFERED = 6;

interface Choice {
  readonly home: Home;
  readonly request: DecisionRequest | null;
  readonly onChoose: (request: DecisionRequest | null) => void;
}

/** The home that is to be one with this: one of those nearby, or any by its uuid. */
export function MergeChoice({ home, request, onChoose }: Choice) {
  const t = useTexts(correctTexts);
  const { data: nearby = [] } = useComparables(home);
  const [text, setText] = useState('');
  const chosen = request?.kind === 'MERGE' ? request.propertyIds[1]! : '';
  const named = UUID.exec(text)?.[0].toLowerCase();
  const choose = (uuid: string | undefined) =>
    onChoose(uuid === undefined || uuid === home.uuid ? null : { kind: 'MERGE', propertyIds: [home.uuid, uuid] });
  const type = (typed: string) => {
    setText(typed);
    choose(UUID.exec(typed)?.[0].toLowerCase());
  };
  const pick = (uuid: string) => {
    setText('');
    choose(uuid);
  };
  return (
    <Stack gap="sm" data-testid="merge">
      <Title order={3} size="h5">
        {t.merge}
      </Title>
      {nearby.length > 0 && <Nearby homes={nearby.slice(0, OFFERED)} chosen={chosen} onPick={pick} />}
      <TextInput
        label={nearby.length > 0 ? t.orAnother : t.mergeWith}
        description={t.mergeHint}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        error={text.trim() !== '' && named === undefined ? t.noUuid : named === home.uuid ? t.itself : undefined}
      />
    </Stack>
  );
}

function Nearby({
  homes,
  chosen,
  onPick,
}: {
  homes: readonly Property[];
  chosen: string;
  onPick: (uuid: string) => void;
}) {
  const t = useTexts(correctTexts);
  const { price } = useFormats();
  const { title, facts } = useHomeWords();
  return (
    <Radio.Group value={chosen} onChange={onPick} label={t.nearby}>
      <Stack gap={6} mt="xs">
        {homes.map((property) => {
          const lead = leadListing(property)!;
          const asked = price(property.minPrice ?? lead.price, lead.currency);
          return (
            <Radio
              key={property.uuid}
              value={property.uuid}
              label={
                // A title that turns the direction of writing would turn the figures of the price as well.
                <>
                  <bdi>{title(lead)}</bdi> – {asked}
                </>
              }
              description={[lead.title === null ? '' : facts(lead), lead.dataProvider].filter(Boolean).join(' · ')}
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
