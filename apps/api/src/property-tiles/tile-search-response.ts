import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The answer of POST /properties/tiles. */
@ApiSchema({ name: 'TileSearch', description: 'A search that vector tiles can be asked of.' })
export class TileSearchResponse {
  @ApiProperty({ format: 'uuid' }) searchId: string;
  @ApiProperty({
    description: 'The path of its tiles; a map replaces {z}, {x} and {y}, and sends the key.',
    example: '/properties/tiles/{z}/{x}/{y}.mvt?search=0199a1b2-0000-7000-8000-000000000001',
  })
  urlTemplate: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Until then it is kept; make it again to keep it longer.',
  })
  expiresAt: Date;
}
