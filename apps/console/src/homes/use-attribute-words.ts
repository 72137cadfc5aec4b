import { useMemo } from 'react';
import { useFormats, type Formats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import { attributeTexts } from './attribute-texts.js';
import { ATTRIBUTES, type AttributeKind, type AttributeName } from './attributes.js';
import { homeTexts } from './home-texts.js';
import { wordTexts } from './word-texts.js';

/** Names and values of attributes in the language of the tab. An attribute that we do not know keeps its own name. */
export function useAttributeWords(): {
  readonly nameOf: (attribute: string) => string;
  readonly write: (attribute: string, value: unknown, currency?: string | null) => string;
} {
  const names: Readonly<Record<string, string>> = useTexts(attributeTexts);
  const { yes, no, words, pictures } = useTexts(wordTexts);
  const { types } = useTexts(homeTexts);
  const formats = useFormats();
  return useMemo(() => {
    const known: Readonly<Record<string, string>> = { ...words, ...types };
    return {
      nameOf: (attribute) => names[attribute] ?? attribute,
      write: (attribute, value, currency) => {
        if (value === null || value === undefined) return formats.number(null);
        if (typeof value === 'boolean') return value ? yes : no;
        const kind = ATTRIBUTES[attribute as AttributeName] ?? 'text';
        if (kind === 'pictures') return pictures(formats.number(Array.isArray(value) ? value.length : 0));
        if (kind === 'word' && typeof value === 'string') return known[value] ?? value;
        return writeValue(kind, value, currency, formats);
      },
    };
  }, [names, yes, no, words, pictures, types, formats]);
}

function writeValue(
  kind: AttributeKind,
  value: unknown,
  currency: string | null | undefined,
  formats: Formats,
): string {
  if (kind === 'date') return formats.dateTime(String(value)); // of two adverts often on one day
  if (typeof value === 'number') {
    if (kind === 'money') return formats.price(value, currency);
    if (kind === 'area') return formats.area(value);
    return kind === 'year' ? String(value) : formats.number(value, 2);
  }
  if (kind === 'place' && typeof value === 'object') {
    const { lat, lng, cityName } = value as { lat?: number; lng?: number; cityName?: string };
    const point = lat !== undefined && lng !== undefined ? `${formats.number(lat, 4)}, ${formats.number(lng, 4)}` : '';
    return [cityName, point].filter(Boolean).join(' · ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
