import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { fieldOf, type ConditionName } from './conditions.js';
import { criteriaTexts } from './criteria-texts.js';
import { isMembers, listAt, numberAt } from './node-path.js';
import { PlacesEditor } from './places-editor.js';
import { RangeEditor, type EditorProps } from './range-editor.js';

/** Edits one condition, whatever its kind. */
export function ConditionEditor({ name, ...props }: EditorProps & { name: ConditionName }) {
  const t = useTexts(criteriaTexts);
  const { kind, unit, words = [] } = fieldOf(name);
  const takesNull = ['range', 'moment', 'flag', 'list', 'tags'].includes(kind) && name !== 'propertyType';
  return (
    <Stack gap="xs">
      {kind === 'range' && <RangeEditor {...props} unit={unit} />}
      {kind === 'moment' && <MomentEditor {...props} />}
      {kind === 'flag' && <FlagEditor {...props} />}
      {kind === 'words' && <WordEditor {...props} words={words} />}
      {kind === 'list' && <ListEditor {...props} words={words} />}
      {kind === 'tags' && <TagsEditor {...props} />}
      {kind === 'places' && <PlacesEditor {...props} both />}
      {kind === 'text' && <TextEditor {...props} />}
      {kind === 'circle' && <CircleEditor {...props} />}
      {kind === 'box' && <BoxEditor {...props} />}
      {kind === 'shapes' && <ShapesEditor {...props} />}
      {takesNull && (
        <Checkbox
          size="xs"
          label={t.allowNull}
          checked={props.value.allowNull === true}
          onChange={(event) => props.onChange({ ...props.value, allowNull: event.currentTarget.checked || undefined })}
        />
      )}
    </Stack>
  );
}

function MomentEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  const day = (member: 'min' | 'max', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={typeof value[member] === 'string' ? value[member].slice(0, 10) : ''}
      onChange={(event) => onChange({ ...value, [member]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <Group gap="xs" grow>
      {day('min', t.since)}
      {day('max', t.until)}
    </Group>
  );
}

function FlagEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  return (
    <SegmentedControl
      value={value.value === false ? 'no' : 'yes'}
      onChange={(next) => onChange({ ...value, value: next === 'yes' })}
      data={[
        { value: 'yes', label: t.yes },
        { value: 'no', label: t.no },
      ]}
    />
  );
}

/** A word as it stands alone, on a button or a chip; one that we do not know as it is. */
export function useWord(): (word: string) => string {
  const words: Readonly<Record<string, string>> = useTexts(criteriaTexts).words;
  return (word) => (words[word] === undefined ? word : capitalize(words[word]));
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function WordEditor({ value, onChange, words }: EditorProps & { words: readonly string[] }) {
  const say = useWord();
  return (
    <SegmentedControl
      value={(value.value as string | undefined) ?? ''}
      onChange={(next) => onChange({ value: next })}
      data={words.map((word) => ({ value: word, label: say(word) }))}
    />
  );
}

function ListEditor({ value, onChange, words }: EditorProps & { words: readonly string[] }) {
  const t = useTexts(criteriaTexts);
  const say = useWord();
  const choice = (member: 'included' | 'excluded', label: string) => (
    <MultiSelect
      label={label}
      data={words.map((word) => ({ value: word, label: say(word) }))}
      value={[...listAt<string>(value, member)]}
      onChange={(next) => onChange({ ...value, [member]: next })}
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  );
  return (
    <>
      {choice('included', t.oneOf)}
      {choice('excluded', t.noneOf)}
    </>
  );
}

function TagsEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  return (
    <>
      <Tags label={t.oneOf} member="included" value={value} onChange={onChange} />
      <Tags label={t.noneOf} member="excluded" value={value} onChange={onChange} />
    </>
  );
}

export function TextEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  return (
    <>
      <Tags label={t.allWords} member="all" value={value} onChange={onChange} />
      <Tags label={t.anyWord} member="any" value={value} onChange={onChange} />
      <Tags label={t.noWord} member="none" value={value} onChange={onChange} />
    </>
  );
}

function Tags({ label, member, value, onChange }: EditorProps & { label: string; member: string }) {
  const t = useTexts(criteriaTexts);
  return (
    <TagsInput
      label={label}
      placeholder={t.enterEach}
      value={[...listAt<string>(value, member)]}
      onChange={(next) => onChange({ ...value, [member]: next })}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function CircleEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  const point = isMembers(value.centerPoint) ? value.centerPoint : {};
  const degrees = (member: 'latitude' | 'longitude') => (
    <NumberInput
      label={t[member]}
      value={numberAt(point, member)}
      decimalScale={6}
      hideControls
      onChange={(next) => onChange({ ...value, centerPoint: { ...point, [member]: numberOf(next) } })}
    />
  );
  return (
    <Group gap="xs" grow>
      {degrees('latitude')}
      {degrees('longitude')}
      <NumberInput
        label={t.radius}
        value={numberAt(value, 'radiusMeters')}
        min={1}
        step={100}
        onChange={(next) => onChange({ ...value, radiusMeters: numberOf(next) })}
      />
    </Group>
  );
}

function BoxEditor({ value, onChange }: EditorProps) {
  const t = useTexts(criteriaTexts);
  return (
    <Group gap="xs" grow>
      {(['north', 'south', 'east', 'west'] as const).map((side) => (
        <NumberInput
          key={side}
          label={t[side]}
          value={numberAt(value, side)}
          decimalScale={6}
          hideControls
          onChange={(next) => onChange({ ...value, [side]: numberOf(next) })}
        />
      ))}
    </Group>
  );
}

/** What a field for numbers says; one that was emptied says nothing, and not 0. */
function numberOf(typed: string | number): number | undefined {
  return typed === '' ? undefined : Number(typed);
}

function ShapesEditor({ value }: EditorProps) {
  const t = useTexts(criteriaTexts);
  const ids = ['includedGeoShapeIds', 'excludedGeoShapeIds'].flatMap((member) => listAt<string>(value, member));
  return <Text size="sm">{t.areas(String(ids.length))}</Text>;
}
