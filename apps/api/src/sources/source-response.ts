import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Source' })
export class SourceResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'What listings name as dataProvider.' }) name: string;
  @ApiProperty() domain: string;
}
