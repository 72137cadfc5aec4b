import { Box, Button, Code, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CriteriaSentence } from '../../criteria/criteria-sentence.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { countConditions } from '../../criteria/stated-conditions.js';
import { TreeDrawer } from '../../criteria/tree-drawer.js';
import { useAddressState } from '../../criteria/use-address-state.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { FilterBar } from './filter-bar.js';
import { Results } from './results.js';
import { SearchActions } from './search-actions.js';
import { SearchMap } from './search-map.js';
import { centerOf, SORTS, type SearchState, type SortName } from './search-state.js';
import './search.css';
import { searchTexts } from './search-texts.js';
import { useFacets } from './use-facets.js';
import { useSearch } from './use-search.js';

const route = getRouteApi('/');
const NO_CONDITIONS: CriteriaNode = {};

/** Conditions above, homes beside their map. All of the search stands in the address. */
export function SearchPage() {
  const t = useTexts(searchTexts);
  const { number } = useFormats();
  const navigate = route.useNavigate();
  const [state, change] = useAddressState<SearchState>(route.useSearch(), (next, replace) =>
    navigate({ search: next, replace, resetScroll: false }),
  );
  const search = useSearch(state);
  const { criteria = NO_CONDITIONS, box } = state;
  const counts = useFacets(criteria);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [lookedAt, setLookedAt] = useState<string>();
  const [side, setSide] = useState<'list' | 'map'>('list');
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const changeCriteria = (next: CriteriaNode) => change({ ...state, criteria: next });
  const conditions = countConditions(criteria);
  return (
    <div className="search">
      <Stack gap="sm" p="md" pb="xs">
        <Title order={1} size="h4" className="visually-hidden">
          {t.title}
        </Title>
        <FilterBar criteria={criteria} counts={counts} onChange={changeCriteria} onOpenTree={() => setTreeOpen(true)} />
        <CriteriaSentence criteria={criteria} />
        <Group justify="space-between" gap="xs">
          <Group gap="xs" justify="space-between" w={isWide ? undefined : '100%'}>
            <Text fw={650} aria-live="polite" data-testid="total">
              {search.total !== undefined && t.found(number(search.total), search.totalIsExact)}
              {search.total !== undefined && box !== undefined && ` ${t.inView}`}
            </Text>
            {box !== undefined && (
              <Button size="compact-sm" variant="subtle" onClick={() => change({ ...state, box: undefined })}>
                {t.wholeMap}
              </Button>
            )}
            {!isWide && (
              <SegmentedControl
                size="sm"
                aria-label={t.listOrMap}
                value={side}
                onChange={(value) => setSide(value)}
                data={[
                  { value: 'list', label: t.list },
                  { value: 'map', label: t.map },
                ]}
              />
            )}
          </Group>
          <Group gap="xs">
            <NativeSelect
              size="xs"
              styles={{ input: { fontSize: 'var(--mantine-font-size-sm)' } }}
              aria-label={t.sortBy}
              value={state.sort ?? SORTS[0]}
              onChange={(event) => change({ ...state, sort: event.currentTarget.value as SortName })}
              data={SORTS.filter((value) => value !== 'DISTANCE-ASC' || centerOf(state) !== undefined).map((value) => ({
                value,
                label: t.sorts[value],
              }))}
            />
            <SearchActions state={state} />
          </Group>
        </Group>
      </Stack>
      <div className="search-sides">
        {(isWide || side === 'list') && (
          <Box p="md" pt="xs" className="search-list">
            <Results
              search={search}
              onLookAt={setLookedAt}
              empty={
                conditions === 0 && box === undefined ? (
                  <EmptyState title={t.nothingStored}>
                    {t.nothingStoredAdvice}
                    <Code block mt="sm" ta="left">
                      {'npx gable divisions divisions.ndjson\nnpx gable ingest listings.ndjson'}
                    </Code>
                  </EmptyState>
                ) : (
                  <EmptyState
                    title={box === undefined ? t.nothing : t.nothingInView}
                    action={
                      <Button onClick={() => change(box === undefined ? {} : { ...state, box: undefined })}>
                        {box === undefined ? t.clear : t.wholeMap}
                      </Button>
                    }
                  >
                    {t.nothingAdvice}
                  </EmptyState>
                )
              }
            />
          </Box>
        )}
        {(isWide || side === 'map') && (
          <div className="search-map">
            <SearchMap
              criteria={criteria}
              box={box}
              lookedAt={lookedAt}
              onBox={(moved) => change({ ...state, box: moved }, true)}
              onCriteria={changeCriteria}
            />
          </div>
        )}
      </div>
      <TreeDrawer criteria={criteria} opened={isTreeOpen} onClose={() => setTreeOpen(false)} onApply={changeCriteria} />
    </div>
  );
}
