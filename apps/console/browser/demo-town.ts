import { generateDemo, readFrance } from '@gable/demo';

const LISTINGS = 500;

/** Homes as `npm start` shows them, fewer of them: with the divisions that have an outline, and those above. */
export function demoTown(listings = LISTINGS): { divisions: readonly object[]; lines: readonly object[] } {
  const { divisions, lines } = generateDemo(readFrance(), { reference: new Date(), listings });
  const named = new Set(
    lines.flatMap(({ location }) => {
      const { cityId, districtId } = (location ?? {}) as { cityId?: number; districtId?: number };
      return [cityId, districtId];
    }),
  );
  const isKept = ({ id, type, geometry }: (typeof divisions)[number]) =>
    geometry !== undefined || named.has(id) || !['CITY', 'DISTRICT', 'NEIGHBORHOOD'].includes(type);
  return { divisions: divisions.filter(isKept), lines };
}
