import { held, type Text } from './french-spaces.js';
import { useLanguage, type Language } from './languages.js';

type Texts = Readonly<Record<string, Text>>;

/** The same keys and values, in other words. */
type Like<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Like<T[Key]> };

/** The texts of a screen in every language. */
export type Catalogue<Words> = Readonly<Record<Language, Words>>;

/** States the texts of a screen. English decides which there are; a key that another lacks does not compile. */
export function texts<const T extends Texts>(languages: {
  readonly en: T;
  readonly de: NoInfer<Like<T>>;
  readonly fr: NoInfer<Like<T>>;
}): Catalogue<Like<T>> {
  return { ...languages, fr: held(languages.fr) } as unknown as Catalogue<Like<T>>;
}

/** The texts of a catalogue in the language of the tab. */
export function useTexts<Words>(catalogue: Catalogue<Words>): Words {
  return catalogue[useLanguage()];
}
