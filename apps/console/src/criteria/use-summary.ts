import { useFormats, type Formats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import { useWord } from './condition-editor.js';
import { fieldOf, type ConditionField, type ConditionName } from './conditions.js';
import { criteriaTexts } from './criteria-texts.js';
import { listAt } from './node-path.js';

type Stated = Readonly<Record<string, unknown>>;

/** What a condition says, short enough for a chip; divisions by the names that are known. */
export function useSummary(names: ReadonlyMap<number, string>): (name: ConditionName, stated: Stated) => string {
  const t = useTexts(criteriaTexts);
  const formats = useFormats();
  const say = useWord();
  return (name, stated) => {
    const field = fieldOf(name);
    const title = t.conditions[name];
    const list = (member: string) => listAt<string | number>(stated, member);
    switch (field.kind) {
      case 'range':
        return formats.says(title, rangeOf(stated, field, formats, t));
      case 'moment':
        return formats.says(title, daysOf(stated, formats));
      case 'flag':
        return stated.value === false ? t.without(title) : title;
      case 'words':
        return say(String(stated.value));
      case 'list':
      case 'tags':
        return [
          list('included')
            .map((word) => say(String(word)))
            .join(', '),
          list('excluded')
            .map((word) => t.without(say(String(word))))
            .join(', '),
        ]
          .filter((part) => part !== '')
          .join(', ');
      case 'places':
        return [
          ...list('includedDivisionIds').map((id) => names.get(Number(id)) ?? String(id)),
          ...list('excludedDivisionIds').map((id) => t.without(names.get(Number(id)) ?? String(id))),
        ].join(', ');
      case 'circle':
        return t.radiusOf(formats.distance(Number(stated.radiusMeters)));
      case 'shapes':
        return t.areas(formats.number(list('includedGeoShapeIds').length + list('excludedGeoShapeIds').length));
      case 'text':
        return [...list('all'), ...list('any'), ...list('none').map((word) => t.without(String(word)))]
          .map((word) => `“${word}”`)
          .join(' ');
      case 'box':
        return title;
    }
  };
}

function daysOf({ min, max }: Stated, { date }: Formats): string {
  return [min, max].map((day) => (day === undefined ? '…' : date(day as string))).join(' – ');
}

function rangeOf(
  { min, max }: Stated,
  { unit, path }: ConditionField,
  formats: Formats,
  t: { atLeast: (value: string) => string; atMost: (value: string) => string },
): string {
  const isYear = path.at(-1)!.endsWith('Year');
  const write = (value: unknown): string =>
    isYear || !Number.isFinite(Number(value)) // an address may hold anything; what is wrong is said below
      ? String(value)
      : unit === 'money'
        ? formats.price(Number(value))
        : unit === 'area'
          ? formats.area(Number(value))
          : formats.number(Number(value), 1);
  if (min !== undefined && max !== undefined) return `${write(min)} – ${write(max)}`;
  if (min !== undefined) return t.atLeast(write(min));
  return max !== undefined ? t.atMost(write(max)) : '…';
}
