import type { MapBox } from '@gable/persistence/geography';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { invalid } from '../http/problem.js';

export const MOST_OUTLINES = 500;
const USUALLY_DRAWN = 200;

const LATITUDE = /^-?(?:90(?:\.0{1,12})?|(?:[0-9]|[1-8]\d)(?:\.\d{1,12})?)$/;
const LONGITUDE = /^-?(?:180(?:\.0{1,12})?|(?:\d{1,2}|1[0-7]\d)(?:\.\d{1,12})?)$/;

const Latitude = () => (target: object, name: string) => {
  ApiProperty({ type: 'number', minimum: -90, maximum: 90 })(target, name);
  Matches(LATITUDE, { message: 'expects degrees from -90 to 90, once' })(target, name);
};
const Longitude = () => (target: object, name: string) => {
  ApiProperty({ type: 'number', minimum: -180, maximum: 180 })(target, name);
  Matches(LONGITUDE, { message: 'expects degrees from -180 to 180, once' })(target, name);
};

export class OutlinesQuery {
  @Latitude() north!: string;
  @Latitude() south!: string;
  @Longitude() east!: string;
  @Longitude() west!: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_OUTLINES, default: USUALLY_DRAWN })
  @Matches(/^(?:[1-9]\d?|[1-4]\d\d|500)$/, { message: `expects a whole number from 1 to ${MOST_OUTLINES}, once` })
  limit: string = String(USUALLY_DRAWN);
}

/** @throws Problem where the box is upside down */
export function boxOf(query: OutlinesQuery): MapBox {
  const [north, south, east, west] = [query.north, query.south, query.east, query.west].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (south > north) throw invalid([{ propertyPath: 'south', message: `is north of north (${query.north})` }]);
  return { north, south, east, west };
}

/** What cannot be seen in a window of a thousand pixels. */
export function toleranceOf({ north, south }: MapBox): number {
  return (north - south) / 1_000;
}
