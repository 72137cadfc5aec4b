import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The answer of POST /properties/tiles. */
@ApiSchema({ name: 'TileSearch', description: 'A search for which vector tiles can be requested.' })
export class TileSearchResponse {
  @ApiProperty({ format: 'uuid' }) searchId: string;
  @ApiProperty({
    description: 'The path of its tiles; a map replaces {z}, {x} and {y}, and sends the API key.',
    example: '/properties/tiles/{z}/{x}/{y}.mvt?search=0199a1b2-0000-7000-8000-000000000001',
  })
  urlTemplate: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'The search is kept until then; send it again to keep it longer.',
  })
  expiresAt: Date;
}
