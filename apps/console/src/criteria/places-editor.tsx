import { MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { criteriaTexts } from './criteria-texts.js';
import { listAt } from './node-path.js';
import type { EditorProps } from './range-editor.js';
import { useDivisionNames, useDivisionSuggestions } from './use-division-names.js';

/** Divisions by name: those a home lies in, and those it does not. */
export function PlacesEditor({ value, onChange, both = false }: EditorProps & { both?: boolean }) {
  const t = useTexts(criteriaTexts);
  const picker = (member: 'includedDivisionIds' | 'excludedDivisionIds', label: string) => (
    <DivisionPicker
      label={label}
      ids={listAt<number>(value, member)}
      onChange={(ids) => onChange({ ...value, [member]: ids })}
    />
  );
  return (
    <Stack gap="xs">
      {picker('includedDivisionIds', both ? t.in : t.searchPlace)}
      {both && picker('excludedDivisionIds', t.notIn)}
    </Stack>
  );
}

function DivisionPicker({
  label,
  ids,
  onChange,
}: {
  label: string;
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const t = useTexts(criteriaTexts);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, 150);
  const suggestions = useDivisionSuggestions(asked);
  const names = useDivisionNames(ids);
  const found = suggestions.map(({ id, name, ancestors, postalCodes }) => ({
    value: String(id),
    label: [name, ancestors[0]?.name ?? postalCodes[0]].filter((part) => part !== undefined).join(', '),
  }));
  const chosen = ids
    .filter((id) => !suggestions.some((suggestion) => suggestion.id === id))
    .map((id) => ({ value: String(id), label: names.get(id) ?? String(id) }));
  return (
    <MultiSelect
      label={label}
      placeholder={ids.length === 0 ? t.searchPlace : undefined}
      data={[...found, ...chosen]}
      value={ids.map(String)}
      onChange={(values) => {
        onChange(values.map(Number));
        setTyped('');
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) =>
        options.filter((option) => found.some((each) => each.value === (option as { value: string }).value))
      }
      nothingFoundMessage={typed.length > 1 ? t.nothingFound : undefined}
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
    />
  );
}
