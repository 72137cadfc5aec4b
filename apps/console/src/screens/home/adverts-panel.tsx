import { Anchor, Badge, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useAttributeWords } from '../../homes/use-attribute-words.js';
import type { Listing } from '../../homes/home-summary.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';
import { Panel } from '../../feedback/panel.js';
import { traceValues, type StatedValue, type TracedAttribute } from './trace-values.js';
import './adverts-panel.css';
import type { Home } from './use-home.js';

/** The merged record beside every advert: where each value comes from, and what differs. */
export function AdvertsPanel({ home, listings }: { home: Home; listings: readonly Listing[] }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const { nameOf } = useAttributeWords();
  const attributes = traceValues(home.merged, listings);
  const differing = attributes.filter(({ differs }) => differs);
  const [choice, setChoice] = useState<'differences' | 'all'>(differing.length > 0 ? 'differences' : 'all');
  const shown = choice === 'all' ? attributes : differing;
  return (
    <Panel title={t.adverts} lead={t.advertsLead} testId="adverts">
      {differing.length > 0 && (
        <SegmentedControl
          w="fit-content"
          aria-label={t.whatToShow}
          value={choice}
          onChange={(value) => setChoice(value)}
          data={[
            { value: 'differences', label: t.differences(number(differing.length)) },
            { value: 'all', label: t.everything(number(attributes.length)) },
          ]}
        />
      )}
      <Table.ScrollContainer minWidth={300 + 160 * listings.length} type="native" tabIndex={0} aria-label={t.adverts}>
        <Table verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: 110, sm: 170 }} className="adverts-attribute">
                {t.attribute}
              </Table.Th>
              <Table.Th>{t.mergedRecord}</Table.Th>
              {listings.map((listing) => (
                <Table.Th key={listing.uuid}>
                  <AdvertHead listing={listing} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((attribute) => (
              <Table.Tr key={attribute.name} data-attribute={attribute.name}>
                <Table.Th scope="row" fw={600} className="adverts-attribute">
                  {nameOf(attribute.name)}
                </Table.Th>
                <MergedCell attribute={attribute} currency={home.merged.currency} />
                {attribute.stated.map((stated, n) => (
                  <AdvertCell
                    key={listings[n]!.uuid}
                    name={attribute.name}
                    stated={stated}
                    currency={listings[n]!.currency}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function AdvertHead({ listing: { dataProvider, url, publisher } }: { listing: Listing }) {
  return (
    <Stack gap={0}>
      {url !== null && /^https?:/i.test(url) ? (
        <Anchor href={url} target="_blank" rel="noreferrer noopener" size="sm" underline="always">
          {dataProvider}
        </Anchor>
      ) : (
        <Text size="sm" fw={700}>
          {dataProvider}
        </Text>
      )}
      {publisher?.name !== undefined && publisher.name !== dataProvider && (
        <Text size="xs" c="dimmed">
          {publisher.name}
        </Text>
      )}
    </Stack>
  );
}

function MergedCell({ attribute, currency }: { attribute: TracedAttribute; currency?: string | null }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const { write } = useAttributeWords();
  const from = attribute.stated.filter(({ standing }) => standing === 'from').length;
  return (
    <Table.Td valign="top" data-merged>
      <Text size="sm" fw={600} lineClamp={4}>
        {write(attribute.name, attribute.merged, currency)}
      </Text>
      {from > 0 && attribute.stated.length > 1 && (
        <Text size="xs" c="dimmed">
          {t.from(number(from), number(attribute.stated.length))}
        </Text>
      )}
    </Table.Td>
  );
}

function AdvertCell({ name, stated, currency }: { name: string; stated: StatedValue; currency: string | null }) {
  const t = useTexts(homePageTexts);
  const { write } = useAttributeWords();
  const differs = stated.standing === 'differs';
  return (
    <Table.Td
      valign="top"
      data-standing={stated.standing}
      style={differs ? { background: 'var(--mantine-color-orange-light)' } : undefined}
    >
      <Text size="sm" lineClamp={4} c={stated.standing === 'silent' ? 'dimmed' : undefined}>
        {write(name, stated.value, currency)}
      </Text>
      {differs && (
        <Badge size="xs" variant="outline" color="var(--mantine-color-text)">
          {t.differs}
        </Badge>
      )}
    </Table.Td>
  );
}
