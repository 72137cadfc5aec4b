import type { AttributeName } from '../../homes/attributes.js';
import { useAttributeWords } from '../../homes/use-attribute-words.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';

/** The attribute that a signal of grouping compares; those without one have names of their own. */
const SIGNAL_ATTRIBUTES: Readonly<Record<string, AttributeName>> = {
  area: 'area',
  balcony: 'features.balcony',
  bathrooms: 'bathrooms',
  bedrooms: 'bedrooms',
  cellar: 'features.cellar',
  condition: 'condition',
  constructionYear: 'building.constructionYear',
  elevator: 'features.elevator',
  emissionRating: 'energy.ghg',
  energyRating: 'energy.dpe',
  equippedKitchen: 'features.equippedKitchen',
  floor: 'floor',
  furnished: 'features.furnished',
  garden: 'features.garden',
  heating: 'energy.heatingSystem',
  homesInBuilding: 'building.lots',
  land: 'areas.land',
  lastFloor: 'features.lastFloor',
  parking: 'features.parking',
  pictures: 'pictures',
  place: 'location',
  price: 'price',
  rooms: 'rooms',
  swimmingPool: 'features.swimmingPool',
  terrace: 'features.terrace',
  text: 'description',
};

/** Names a signal of grouping. */
export function useSignalName(): (signal: string) => string {
  const own: Readonly<Record<string, string>> = useTexts(homePageTexts).signals;
  const { nameOf } = useAttributeWords();
  return (signal) => own[signal] ?? nameOf(SIGNAL_ATTRIBUTES[signal] ?? signal);
}
