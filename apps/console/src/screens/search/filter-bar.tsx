import { Button, Checkbox, Group, NumberInput, SegmentedControl } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { ConditionEditor, TextEditor, useWord } from '../../criteria/condition-editor.js';
import { fieldOf, USUAL_FEATURES, type ConditionName } from '../../criteria/conditions.js';
import { criteriaTexts } from '../../criteria/criteria-texts.js';
import { FilterChip } from '../../criteria/filter-chip.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { PlacesEditor } from '../../criteria/places-editor.js';
import { RangeEditor } from '../../criteria/range-editor.js';
import { conditionsOf, countConditions, statedIn, stating } from '../../criteria/stated-conditions.js';
import { useDivisionNames } from '../../criteria/use-division-names.js';
import { useSummary } from '../../criteria/use-summary.js';
import { useTexts } from '../../texts/texts.js';
import { searchTexts } from './search-texts.js';
import type { FacetCounts } from './use-facets.js';

type Stated = Readonly<Record<string, unknown>>;
/** Chips that are always there; others come when the search has their condition. */
const USUAL = ['places', 'propertyType', 'price', 'area', 'rooms', 'text'] as const satisfies readonly ConditionName[];
const TYPING_MS = 350;

/** The usual conditions as chips; the rest of the tree behind a button. */
export function FilterBar({
  criteria,
  counts,
  onChange,
  onOpenTree,
}: {
  criteria: CriteriaNode;
  counts: FacetCounts;
  onChange: (criteria: CriteriaNode) => void;
  onOpenTree: () => void;
}) {
  const t = useTexts(searchTexts);
  const { conditions } = useTexts(criteriaTexts);
  const divisionIds = ['includedDivisionIds', 'excludedDivisionIds'].flatMap(
    (member) => (statedIn(criteria, 'places')?.[member] as number[] | undefined) ?? [],
  );
  const names = useDivisionNames(divisionIds);
  const summarize = useSummary(names);
  const featured = USUAL_FEATURES.filter((name) => statedIn(criteria, name) !== undefined);
  const others = conditionsOf(criteria).filter(
    (name) => name !== 'transactionType' && !USUAL.includes(name as 'price') && !featured.includes(name as 'terrace'),
  );
  const change = (name: ConditionName, value: object | undefined) => onChange(stating(criteria, name, value));
  const total = countConditions(criteria);

  const chip = (name: ConditionName, editor: (value: Stated) => ReactNode) => {
    const stated = statedIn(criteria, name);
    return (
      <FilterChip
        key={name}
        label={stated === undefined ? conditions[name] : summarize(name, stated)}
        isSet={stated !== undefined}
        onClear={() => change(name, undefined)}
        clearLabel={t.remove(conditions[name])}
      >
        {editor(stated ?? {})}
      </FilterChip>
    );
  };
  return (
    <Group gap="xs" role="group" aria-label={t.conditions}>
      <SegmentedControl
        size="sm"
        aria-label={conditions.transactionType}
        value={criteria.transactionType?.value ?? 'either'}
        onChange={(value) => change('transactionType', value === 'either' ? undefined : { value })}
        data={(['either', 'SELL', 'RENT'] as const).map((value) => ({ value, label: t[value] }))}
      />
      {chip('places', (value) => (
        <PlacesEditor value={value} onChange={(next) => change('places', next)} />
      ))}
      {chip('propertyType', (value) => (
        <TypeChoice value={value} counts={counts} onChange={(next) => change('propertyType', next)} />
      ))}
      {chip('price', (value) => (
        <Delayed value={value} onChange={(next) => change('price', next)}>
          {(props) => <RangeEditor {...props} unit="money" />}
        </Delayed>
      ))}
      {chip('area', (value) => (
        <Delayed value={value} onChange={(next) => change('area', next)}>
          {(props) => <RangeEditor {...props} unit="area" />}
        </Delayed>
      ))}
      {chip('rooms', (value) => (
        <RoomChoice value={value} onChange={(next) => change('rooms', next)} />
      ))}
      <FilterChip
        label={
          featured.length === 0
            ? t.features
            : featured.map((name) => summarize(name, statedIn(criteria, name)!)).join(', ')
        }
        isSet={featured.length > 0}
        onClear={() => onChange(featured.reduce((node, name) => stating(node, name, undefined), criteria))}
        clearLabel={t.remove(t.features)}
      >
        {USUAL_FEATURES.map((name) => (
          <Checkbox
            key={name}
            label={withCount(conditions[name], counts.feature(name))}
            checked={statedIn(criteria, name)?.value === true}
            onChange={(event) => change(name, event.currentTarget.checked ? { value: true } : undefined)}
          />
        ))}
      </FilterChip>
      {chip('text', (value) => (
        <TextEditor value={value} onChange={(next) => change('text', next)} />
      ))}
      {others.map((name) =>
        chip(name, (value) => (
          <Delayed value={value} onChange={(next) => change(name, next)}>
            {(props) => <ConditionEditor name={name} {...props} />}
          </Delayed>
        )),
      )}
      <Button size="compact-md" variant={total > 0 ? 'light' : 'default'} onClick={onOpenTree}>
        {t.allConditions(total)}
      </Button>
      {total > 0 && (
        <Button size="compact-md" variant="subtle" onClick={() => onChange({})}>
          {t.clear}
        </Button>
      )}
    </Group>
  );
}

/** Hands on what is typed a moment after the last key, and shows it at once. */
function Delayed({
  value,
  onChange,
  children,
}: {
  value: Stated;
  onChange: (value: object) => void;
  children: (props: { value: Stated; onChange: (value: object) => void }) => ReactNode;
}) {
  const [draft, setDraft] = useState(value);
  const hand = useDebouncedCallback(onChange, { delay: TYPING_MS, flushOnUnmount: true });
  return children({
    value: draft,
    onChange: (next) => {
      setDraft(next as Stated);
      hand(next);
    },
  });
}

function TypeChoice({
  value,
  counts,
  onChange,
}: {
  value: Stated;
  counts: FacetCounts;
  onChange: (value: object) => void;
}) {
  const say = useWord();
  const chosen = (value.included as readonly string[] | undefined) ?? [];
  return fieldOf('propertyType').words!.map((word) => (
    <Checkbox
      key={word}
      label={withCount(say(word), counts.propertyType(word))}
      checked={chosen.includes(word)}
      onChange={(event) =>
        onChange({
          ...value,
          included: event.currentTarget.checked ? [...chosen, word] : chosen.filter((each) => each !== word),
        })
      }
    />
  ));
}

function RoomChoice({ value, onChange }: { value: Stated; onChange: (value: object | undefined) => void }) {
  const { atLeast, max } = useTexts(criteriaTexts);
  const t = useTexts(searchTexts);
  const min = value.min as number | undefined;
  return (
    <>
      <SegmentedControl
        aria-label={t.atLeastRooms}
        value={String(min ?? 0)}
        onChange={(next) => onChange({ ...value, min: next === '0' ? undefined : Number(next) })}
        data={[
          { value: '0', label: t.any },
          ...['1', '2', '3', '4', '5'].map((each) => ({ value: each, label: `${each}+` })),
          ...(min !== undefined && (min > 5 || min < 1) ? [{ value: String(min), label: atLeast(String(min)) }] : []),
        ]}
      />
      <NumberInput
        label={max}
        min={0}
        value={(value.max as number | undefined) ?? ''}
        onChange={(next) => onChange({ ...value, max: next === '' ? undefined : Number(next) })}
      />
    </>
  );
}

function withCount(label: string, count: string | undefined): string {
  return count === undefined ? label : `${label} (${count})`;
}
