import type { Answer } from './api-under-test.js';

export const SHAPE_A = { accept: 'application/vnd.api+json' };
export const SHAPE_B = { accept: 'application/json' };

/** The title of the first listing of each property, whatever the shape. */
export const titlesOf = ({ body }: Answer): string[] =>
  (body.items ?? body.data.map(({ attributes }: { attributes: unknown }) => attributes)).map(
    ({ listings }: { listings: { title: string }[] }) => listings[0]!.title,
  );
/** The body of the next page, which either shape carries. */
export const nextBodyOf = ({ body }: Answer): object => (body.meta?.pagination ?? body).nextRequestBody;
export const nextPage = (page: number) => ({ paginationType: 'page', page: page + 1 });
export const cheapestFirst = { field: 'PRICE', direction: 'ASC' };
