/** Attributes whose two values are put side by side. */
export type ValueSignal =
  | 'deal'
  | 'type'
  | 'floor'
  | 'bedrooms'
  | 'rooms'
  | 'bathrooms'
  | 'constructionYear'
  | 'condition'
  | 'energyRating'
  | 'emissionRating'
  | 'homesInBuilding'
  | 'lot';

/** Attributes that a home has or lacks. */
export type TraitSignal =
  | 'furnished'
  | 'lastFloor'
  | 'terrace'
  | 'garden'
  | 'cellar'
  | 'elevator'
  | 'parking'
  | 'swimmingPool'
  | 'equippedKitchen'
  | 'balcony';

/** What two listings say of one attribute, in words. */
export interface ValueWords {
  readonly neither: string;
  readonly onlyOne: string;
  readonly same: (value: string) => string;
  readonly different: (a: string, b: string) => string;
}

export interface TraitWords {
  readonly both: string;
  readonly neither: string;
  readonly onlyOne: string;
}

/** How a language says why two listings are taken for one property. */
export interface ReasonWords {
  readonly number: (value: number) => string;
  readonly values: Readonly<Record<ValueSignal, ValueWords>>;
  readonly traits: Readonly<Record<TraitSignal, TraitWords>>;
  /** Values that are words of their own, by the word of the feed. */
  readonly words: Readonly<Record<string, string>>;
  readonly twoSites: string;
  readonly sameArea: (area: string) => string;
  readonly areas: (a: string, b: string) => string;
  readonly samePlot: (area: string) => string;
  readonly plots: (a: string, b: string) => string;
  readonly samePrice: string;
  readonly pricesApart: (percent: string) => string;
  readonly lessThanOne: string;
  readonly metersApart: (meters: string) => string;
  readonly sameHeating: string;
  readonly otherHeating: string;
  readonly newAtOnePrice: string;
  readonly newAtOtherPrices: string;
  readonly sameReference: (reference: string) => string;
  readonly references: (a: string, b: string) => string;
  /** Of attributes that are named by their level: towns, texts and pictures. */
  readonly place: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<string, string>>;
  readonly pictures: Readonly<Record<string, string>>;
}
