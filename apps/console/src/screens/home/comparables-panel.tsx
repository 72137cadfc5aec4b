import { SimpleGrid, Text } from '@mantine/core';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { compareAsking, RADIUS_METERS } from './compare-nearby.js';
import { homePageTexts } from './home-page-texts.js';
import { Panel } from '../../feedback/panel.js';
import { useComparables, type Home } from './use-home.js';

const CARDS = 4;

/** What homes like this one ask nearby. */
export function ComparablesPanel({ home }: { home: Home }) {
  const t = useTexts(homePageTexts);
  const { distance, number, percent, price } = useFormats();
  const { merged } = home;
  const { data, error, isLoading, refetch } = useComparables(home);
  const asked = data === undefined ? null : compareAsking(merged, data);
  const where = merged.latitude != null ? t.within(distance(RADIUS_METERS)) : t.inTown(merged.cityName ?? '');
  return (
    <Panel title={t.comparables} lead={t.comparablesLead(where)} testId="comparables">
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isLoading && <Loading />}
      {!isLoading && error === null && asked === null && <Text size="sm">{t.noComparables}</Text>}
      {asked !== null && (
        <Text data-testid="comparison">
          {t.median(number(asked.count), price(asked.median, merged.currency))}{' '}
          {asked.difference !== null &&
            (Math.abs(asked.difference) < 0.005
              ? t.asMuch
              : asked.difference > 0
                ? t.more(percent(asked.difference))
                : t.less(percent(-asked.difference)))}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {data.slice(0, CARDS).map((property) => (
            <HomeCard key={property.uuid} property={property} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}
