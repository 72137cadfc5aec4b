import { useFormats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import type { Listing } from './home-summary.js';
import { homeTexts } from './home-texts.js';

/** What a home is called and what it is in short, of an advert or of a merged record. */
export type Described = Partial<Pick<Listing, 'title' | 'propertyType' | 'rooms' | 'area'>>;

/** Words for a home: its facts, and its title; many adverts have none, then the facts are what it is called. */
export function useHomeWords(): {
  facts: (home: Described) => string;
  title: (home: Described) => string;
} {
  const t = useTexts(homeTexts);
  const { area, number } = useFormats();
  const facts = (home: Described): string =>
    [
      home.propertyType != null ? t.types[home.propertyType] : null,
      home.rooms != null ? t.rooms(number(home.rooms)) : null,
      home.area != null ? area(home.area) : null,
    ]
      .filter((fact) => fact !== null)
      .join(' · ');
  return { facts, title: (home) => home.title ?? (facts(home) || t.untitled) };
}
