import { Badge, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { readAttribute } from '../../homes/attributes.js';
import { useAttributeWords } from '../../homes/use-attribute-words.js';
import type { Listing } from '../../homes/home-summary.js';
import { useScreenName } from '../../feedback/screen-name.js';
import { homeTexts } from '../../homes/home-texts.js';
import { useHomeWords } from '../../homes/use-home-words.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { pricePerArea } from './compare-nearby.js';
import { Gallery } from './gallery.js';
import { homePageTexts } from './home-page-texts.js';
import { knownTimes } from './known-times.js';
import type { Home } from './use-home.js';

const FACTS = [
  ...(['area', 'rooms', 'bedrooms', 'bathrooms', 'floor'] as const),
  ...(['areas.land', 'condition', 'building.constructionYear', 'energy.dpe', 'energy.ghg'] as const),
] as const;

/** Photos, price, place and the facts that people ask for first, of the merged record. */
export function HomeHead({ home, listings }: { home: Home; listings: readonly Listing[] }) {
  const t = useTexts(homePageTexts);
  const words = useTexts(homeTexts);
  const { price, number, dateTime } = useFormats();
  const { title } = useHomeWords();
  const { merged } = home;
  useScreenName(title(merged));
  const { since, changed } = knownTimes(home);
  const perArea = pricePerArea(merged);
  const place = [merged.neighborhoodName, merged.districtName, merged.cityName].filter((name) => name != null);
  const isRange = home.minPrice !== null && home.maxPrice !== null && home.minPrice !== home.maxPrice;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Gallery pictures={merged.pictures} propertyType={merged.propertyType ?? null} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="sm">
          <Group gap="xs">
            {merged.propertyType != null && <Badge variant="light">{words.types[merged.propertyType]}</Badge>}
            {merged.transactionType != null && (
              <Badge variant="light" color="gray">
                {words[merged.transactionType]}
              </Badge>
            )}
            <Badge variant="light" color="gray">
              {words.adverts(number(listings.length))}
            </Badge>
          </Group>
          <Title order={1} size="h3">
            {title(merged)}
          </Title>
          <Text c="dimmed">{[place.join(', '), merged.postalCode].filter(Boolean).join(' · ')}</Text>
          <Stack gap={0}>
            <Text fz={28} fw={700} data-testid="price">
              {price(merged.price, merged.currency)}
              {merged.transactionType === 'RENT' && (
                <Text span size="md" c="dimmed">
                  {' '}
                  {words.perMonth}
                </Text>
              )}
            </Text>
            {perArea !== null && <Text size="sm">{t.perSquareMeter(price(perArea, merged.currency))}</Text>}
            {isRange && (
              <Text size="sm" data-testid="price-range">
                {t.asks(price(home.minPrice, merged.currency), price(home.maxPrice, merged.currency))}
              </Text>
            )}
          </Stack>
          <Facts merged={merged} />
          <Text size="sm" c="dimmed">
            {t.known(dateTime(since), dateTime(changed))}
          </Text>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Facts({ merged }: { merged: Home['merged'] }) {
  const { nameOf, write } = useAttributeWords();
  const facts = FACTS.flatMap((name) => {
    const value = readAttribute(merged, name);
    return value === null ? [] : [{ name, text: write(name, value) }];
  });
  return (
    <dl style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 16px', margin: 0 }}>
      {facts.map(({ name, text }) => (
        <div key={name} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" c="dimmed">
            {nameOf(name)}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0}>
            {text}
          </Text>
        </div>
      ))}
    </dl>
  );
}
