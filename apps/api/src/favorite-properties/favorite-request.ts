import { Matches } from 'class-validator';

export class FavoriteRequest {
  @Matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { message: 'expects the UUID of a property' })
  propertyId: string;
}
