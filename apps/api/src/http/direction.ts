import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

const DIRECTIONS = ['asc', 'desc'] as const;

/** In which order a list comes. */
export type Direction = (typeof DIRECTIONS)[number];

/** A query parameter that takes a direction; the member has the same default. */
export const DirectionParameter = (standard: Direction, description?: string) =>
  applyDecorators(
    ApiPropertyOptional({ enum: DIRECTIONS, default: standard, description }),
    IsIn(DIRECTIONS, { message: 'expects asc or desc, once' }),
  );
