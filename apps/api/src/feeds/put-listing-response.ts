import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const PUT_OUTCOMES = ['created', 'changed', 'unchanged'] as const;

@ApiSchema({ name: 'PutListing' })
export class PutListingResponse {
  @ApiProperty() domain: string;
  @ApiProperty() externalId: string;
  @ApiProperty({
    enum: PUT_OUTCOMES,
    description: 'Also unchanged if OFFLINE was sent for a listing that is not known.',
  })
  outcome: (typeof PUT_OUTCOMES)[number];
}
