import { Container, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useAddressState } from '../../criteria/use-address-state.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { homeTexts } from '../../homes/home-texts.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { DEFAULTS, KINDS, MONTHS, questionsOf, type Kind, type MarketState } from './market-state.js';
import { marketTexts } from './market-texts.js';
import { FlowPanel } from './flow-panel.js';
import { MarketConditions } from './market-conditions.js';
import { PlacePicker } from './place-picker.js';
import { PricesPanel } from './prices-panel.js';
import { StayPanel } from './stay-panel.js';
import { usePlace } from './use-market.js';

const route = getRouteApi('/market');

/** What homes of a place ask, how many come and go, and how long they stay. */
export function MarketPage() {
  const t = useTexts(marketTexts);
  const words = useTexts(homeTexts);
  const { number } = useFormats();
  const navigate = route.useNavigate();
  const [state, go] = useAddressState<MarketState>(route.useSearch(), (next) => navigate({ search: next }));
  const place = usePlace(state.place);
  const change = (next: MarketState) => go({ ...state, ...next });
  const isReady = state.place === undefined || place.data !== undefined;
  const questions = questionsOf(state, place.data ?? null, new Date());
  const { kind, deal, months } = { ...DEFAULTS, ...state };
  const where = state.place === undefined ? t.everywhere : (place.data?.name ?? '…');
  return (
    <Container size="xl" py="md">
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={1} size="h3">
            {t.title}
          </Title>
          <Text c="dimmed" data-testid="subject">
            {[where, words.types[kind], words[deal]].join(' · ')}
          </Text>
        </Stack>
        <Group align="flex-end" gap="md">
          <PlacePicker place={place.data} onChange={(id) => change({ place: id })} />
          <NativeSelect
            label={t.kind}
            value={kind}
            onChange={(event) => change({ kind: event.currentTarget.value as Kind })}
            data={KINDS.map((value) => ({ value, label: words.types[value] }))}
          />
          <NativeSelect
            label={t.period}
            value={String(months)}
            onChange={(event) => change({ months: Number(event.currentTarget.value) })}
            data={MONTHS.map((value) => ({ value: String(value), label: t.months(number(value)) }))}
          />
          <SegmentedControl
            aria-label={t.deal}
            value={deal}
            onChange={(value) => change({ deal: value })}
            data={(['SELL', 'RENT'] as const).map((value) => ({ value, label: words[value] }))}
          />
        </Group>
        <MarketConditions criteria={state.criteria} onChange={(criteria) => change({ criteria })} />
        {place.error !== null && <ProblemNotice error={place.error} onRetry={() => void place.refetch()} />}
        <PricesPanel question={questions.prices} isReady={isReady} deal={deal} />
        <FlowPanel question={questions.flow} isReady={isReady} />
        <StayPanel question={questions.stay} isReady={isReady} />
      </Stack>
    </Container>
  );
}
