import { Group, NumberInput } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { criteriaTexts } from './criteria-texts.js';
import type { ConditionField } from './conditions.js';
import { numberAt } from './node-path.js';

export interface EditorProps {
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: object) => void;
}

const SUFFIXES = { money: '', area: ' m²', percent: ' %' } as const;

/** Two bounds, either of which may be left out. */
export function RangeEditor({ value, onChange, unit }: EditorProps & Pick<ConditionField, 'unit'>) {
  const t = useTexts(criteriaTexts);
  const bound = (name: 'min' | 'max') => (
    <NumberInput
      label={t[name]}
      value={numberAt(value, name)}
      onChange={(next) => onChange({ ...value, [name]: next === '' ? undefined : Number(next) })}
      thousandSeparator=" "
      suffix={unit === undefined ? '' : SUFFIXES[unit]}
      step={unit === 'money' ? 10_000 : unit === 'area' ? 5 : 1}
      stepHoldDelay={400}
      stepHoldInterval={80}
      hideControls={unit === 'money'}
      inputMode="decimal"
    />
  );
  return (
    <Group gap="xs" grow wrap="nowrap" align="flex-start">
      {bound('min')}
      {bound('max')}
    </Group>
  );
}
