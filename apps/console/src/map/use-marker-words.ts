import { useMemo } from 'react';
import type { Schema } from '../client/api.js';
import { useFormats, type Formats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import { mapTexts } from './map-texts.js';

type Home = NonNullable<Schema<'MapCell'>['properties']>[number];

/** How markers are said. A rent is none of the prices beside it, so that each says which it is. */
export interface MarkerWords {
  readonly sayCell: (cell: Schema<'MapCell'>) => string;
  readonly sayHome: (home: Home) => string;
  readonly shortCount: (count: number) => string;
  readonly shortPrice: (home: Home) => string;
}

export function useMarkerWords(): MarkerWords {
  const t = useTexts(mapTexts);
  const { number, price } = useFormats();
  return useMemo(
    () => ({
      sayCell: ({ count, medianPrice, byTransactionType }) => {
        const { SELL, RENT } = byTransactionType ?? {};
        if (!SELL?.count || !RENT?.count) return t.cell(number(count), price(medianPrice));
        const forSale = t.forSale(number(SELL.count), price(SELL.medianPrice));
        return t.cellOfBoth(number(count), `${forSale}; ${t.toRent(number(RENT.count), price(RENT.medianPrice))}`);
      },
      sayHome: ({ minPrice, transactionType }) =>
        transactionType === 'RENT' ? t.homeToRent(price(minPrice)) : t.home(price(minPrice)),
      shortCount: (count) => (count < 10_000 ? number(count) : `${number(count / 1_000)}k`),
      shortPrice: ({ minPrice, transactionType }) => {
        const short = shortPrice(minPrice, number);
        return transactionType === 'RENT' && minPrice !== null ? t.monthly(short) : short;
      },
    }),
    [t, number, price],
  );
}

function shortPrice(price: number | null, number: Formats['number']): string {
  if (price === null) return '?';
  if (price >= 1e6) return `${number(price / 1e6, 2)}M`;
  return price >= 10_000 ? `${number(price / 1e3)}k` : number(price);
}
