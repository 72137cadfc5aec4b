import { ROLES, SAAS_CURSOR_LIMIT, type Role } from '@gable/domain';
import { API_KEY_STATUSES, apiKeyStatus, type ApiKeyStatus, type StoredApiKey } from '@gable/persistence/accounts';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Caller } from '../access/caller.js';
import { ITEMS_PER_PAGE } from '../http/collection.js';
import { MAX_SIZE, PAGE_MODE_DEPTH } from '../properties/search-request.js';

/** A feed key reads nothing. */
const READERS = ROLES.filter((role) => role !== 'ROLE_FEED_PROVIDER');

class AccountLimits {
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, description: 'Of each key; null = any number.' })
  requestsPerMinute: number | null;

  @ApiProperty({ type: 'integer' }) searchPageSize: number;
  @ApiProperty({ type: 'integer' }) pageModeResults: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null = any number.' }) cursorModeResults: number | null;
  @ApiProperty({ type: 'integer' }) collectionPageSize: number;
}

class ApiKeyResponse {
  @ApiProperty({ format: 'uuid' }) apiKeyUuid: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ROLES }) role: Role;
  @ApiProperty({ enum: API_KEY_STATUSES }) status: ApiKeyStatus;
  @ApiProperty() createdAt: Date;
  @ApiProperty({ type: Date, nullable: true }) expiresAt: Date | null;
  @ApiProperty({ type: Date, nullable: true }) revokedAt: Date | null;
}

/** Who asks, and what bounds it. */
@ApiSchema({ name: 'Account' })
export class AccountResponse {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: READERS, description: 'Of the key that asks.' }) role: Role;
  @ApiProperty({ description: 'Whether the key may correct which listings are one property: `/grouping-decisions`.' })
  isOperator: boolean;

  @ApiProperty() limits: AccountLimits;

  @ApiProperty({ type: [ApiKeyResponse], description: 'Oldest first, without their secrets, which are not stored.' })
  apiKeys: ApiKeyResponse[];
}

export function accountResponse(
  { accountId, role, isOperator }: Caller,
  keys: readonly StoredApiKey[],
  requestsPerMinute: number,
  now: Date,
): AccountResponse {
  return {
    id: accountId,
    name: keys[0]!.accountName, // the caller's own key is among them
    role,
    isOperator: isOperator && role === 'ROLE_API_CLIENT',
    limits: {
      requestsPerMinute: requestsPerMinute || null,
      searchPageSize: MAX_SIZE,
      pageModeResults: PAGE_MODE_DEPTH,
      cursorModeResults: role === 'ROLE_SAAS_USER' ? SAAS_CURSOR_LIMIT : null,
      collectionPageSize: ITEMS_PER_PAGE,
    },
    apiKeys: keys.map((key) => {
      const { apiKeyUuid, name, role: roleOfKey, createdAt, expiresAt, revokedAt } = key;
      return { apiKeyUuid, name, role: roleOfKey, status: apiKeyStatus(key, now), createdAt, expiresAt, revokedAt };
    }),
  };
}
