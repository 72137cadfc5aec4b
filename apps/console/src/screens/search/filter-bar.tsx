import { Button, Checkbox, Group, NumberInput, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConditionChip } from '../../criteria/condition-chip.js';
import { TextEditor, useWord } from '../../criteria/condition-editor.js';
import { fieldOf, USUAL_FEATURES, type ConditionName } from '../../criteria/conditions.js';
import { criteriaTexts } from '../../criteria/criteria-texts.js';
import { Delayed } from '../../criteria/delayed.js';
import { FilterChip } from '../../criteria/filter-chip.js';
import { listAt, numberAt, type CriteriaNode } from '../../criteria/node-path.js';
import { PlacesEditor } from '../../criteria/places-editor.js';
import { RangeEditor, type EditorProps } from '../../criteria/range-editor.js';
import { conditionsOf, countConditions, statedIn, stating } from '../../criteria/stated-conditions.js';
import { treeTexts } from '../../criteria/tree-texts.js';
import { useSummary } from '../../criteria/use-summary.js';
import { useTexts } from '../../texts/texts.js';
import { searchTexts } from './search-texts.js';
import type { FacetCounts } from './use-facets.js';

const NO_NAMES: ReadonlyMap<number, string> = new Map();
/** Chips that are always there; others come when the search has their condition. */
const USUAL = ['places', 'propertyType', 'price', 'area', 'rooms', 'text'] as const satisfies readonly ConditionName[];

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
  const tree = useTexts(treeTexts);
  const { conditions } = useTexts(criteriaTexts);
  const summarize = useSummary(NO_NAMES);
  const featured = USUAL_FEATURES.filter((name) => statedIn(criteria, name) !== undefined);
  const others = conditionsOf(criteria).filter(
    (name) => name !== 'transactionType' && !USUAL.includes(name as 'price') && !featured.includes(name as 'terrace'),
  );
  const change = (name: ConditionName, value: object | undefined) => onChange(stating(criteria, name, value));
  const total = countConditions(criteria);

  const chip = (name: ConditionName, editor?: (props: EditorProps) => ReactNode) => (
    <ConditionChip key={name} name={name} node={criteria} onChange={onChange}>
      {editor}
    </ConditionChip>
  );
  return (
    <Group gap="xs" role="group" aria-label={t.conditions}>
      <SegmentedControl
        size="sm"
        aria-label={conditions.transactionType}
        value={criteria.transactionType?.value ?? 'either'}
        onChange={(value) => change('transactionType', value === 'either' ? undefined : { value })}
        data={(['either', 'SELL', 'RENT'] as const).map((value) => ({ value, label: t[value] }))}
      />
      {chip('places', (props) => (
        <PlacesEditor {...props} />
      ))}
      {chip('propertyType', (props) => (
        <TypeChoice {...props} counts={counts} />
      ))}
      {chip('price', (props) => (
        <Delayed {...props}>{(typed) => <RangeEditor {...typed} unit="money" />}</Delayed>
      ))}
      {chip('area', (props) => (
        <Delayed {...props}>{(typed) => <RangeEditor {...typed} unit="area" />}</Delayed>
      ))}
      {chip('rooms', (props) => (
        <RoomChoice {...props} />
      ))}
      <FilterChip
        label={
          featured.length === 0
            ? t.features
            : featured.map((name) => summarize(name, statedIn(criteria, name)!)).join(', ')
        }
        isSet={featured.length > 0}
        onClear={() => onChange(featured.reduce((node, name) => stating(node, name, undefined), criteria))}
        clearLabel={tree.remove(t.features)}
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
      {chip('text', (props) => (
        <TextEditor {...props} />
      ))}
      {others.map((name) => chip(name))}
      <Button size="compact-md" fz="sm" variant={total > 0 ? 'light' : 'default'} onClick={onOpenTree}>
        {tree.allConditions(total)}
      </Button>
      {total > 0 && (
        <Button size="compact-md" fz="sm" variant="subtle" onClick={() => onChange({})}>
          {t.clear}
        </Button>
      )}
    </Group>
  );
}

function TypeChoice({ value, counts, onChange }: EditorProps & { counts: FacetCounts }) {
  const say = useWord();
  const chosen = listAt<string>(value, 'included');
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

function RoomChoice({ value, onChange }: EditorProps) {
  const { atLeast, max } = useTexts(criteriaTexts);
  const t = useTexts(searchTexts);
  const min = numberAt(value, 'min') || undefined;
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
        value={numberAt(value, 'max')}
        onChange={(next) => onChange({ ...value, max: next === '' ? undefined : Number(next) })}
      />
    </>
  );
}

function withCount(label: string, count: string | undefined): string {
  return count === undefined ? label : `${label} (${count})`;
}
