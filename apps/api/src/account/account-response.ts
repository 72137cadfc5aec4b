import { LIMIT_SOURCES, ROLES, SAAS_CURSOR_LIMIT, SCOPES } from '@gable/domain';
import type { LimitSource, QuotaKind, Role, Scope } from '@gable/domain';
import { API_KEY_STATUSES, apiKeyStatus, requestsPerMinuteOf } from '@gable/persistence/accounts';
import type { AccountQuota, ApiKeyStatus, StoredApiKey } from '@gable/persistence/accounts';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Caller } from '../access/caller.js';
import { ITEMS_PER_PAGE } from '../http/collection.js';
import { MAX_SIZE, PAGE_MODE_DEPTH } from '../properties/search-request.js';

/** A key says nothing of what an account may have. */
const QUOTA_SOURCES = LIMIT_SOURCES.filter((source) => source !== 'key');
/** A feed key reads nothing. */
const READERS = ROLES.filter((role) => role !== 'ROLE_FEED_PROVIDER');

class AccountLimits {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    description: 'Requests a minute that the key of this request may make; null means no limit.',
  })
  requestsPerMinute: number | null;

  @ApiProperty({
    enum: LIMIT_SOURCES,
    description: 'Where this limit comes from: the key itself, the account, its plan, or a setting.',
  })
  requestsPerMinuteSource: LimitSource;

  @ApiProperty({ type: 'integer' }) searchPageSize: number;
  @ApiProperty({ type: 'integer' }) pageModeResults: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'null means no limit.' }) cursorModeResults:
    number | null;
  @ApiProperty({ type: 'integer' }) collectionPageSize: number;
}

class QuotaResponse {
  @ApiProperty({ type: 'integer' }) used: number;
  @ApiProperty({ type: 'integer' }) limit: number;
  @ApiProperty({ enum: QUOTA_SOURCES, description: 'Where this limit comes from.' }) source: LimitSource;
}

class QuotasResponse implements Record<QuotaKind, QuotaResponse> {
  @ApiProperty() alerts: QuotaResponse;
  @ApiProperty() shapes: QuotaResponse;
  @ApiProperty() favorites: QuotaResponse;
  @ApiProperty() keys: QuotaResponse;
}

class ApiKeyResponse {
  @ApiProperty({ format: 'uuid' }) apiKeyUuid: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ROLES }) role: Role;
  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'The scopes that limit the key. An empty list: it may do all that its role allows.',
  })
  scopes: readonly Scope[];
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, description: 'null means no limit.' })
  requestsPerMinute: number | null;
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
  @ApiProperty({ enum: READERS, description: 'The role of the key of this request.' }) role: Role;
  @ApiProperty({ description: 'Whether the key may correct which listings are one property: `/grouping-decisions`.' })
  isOperator: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The name of its plan, if it has one.' })
  plan: string | null;

  @ApiProperty() limits: AccountLimits;

  @ApiProperty({ description: 'How much the account has of each counted kind, and how much it may have.' })
  quotas: QuotasResponse;

  @ApiProperty({ type: [ApiKeyResponse], description: 'Oldest first, without the secrets, which are not stored.' })
  apiKeys: ApiKeyResponse[];
}

export function accountResponse(
  { apiKeyUuid: asking, accountId, role, isOperator }: Caller,
  keys: readonly StoredApiKey[],
  quotas: Readonly<Record<QuotaKind, AccountQuota>>,
  settingPerMinute: number,
  now: Date,
): AccountResponse {
  const own = keys.find(({ apiKeyUuid }) => apiKeyUuid === asking)!; // it asks, so it is there
  const rate = requestsPerMinuteOf(own, settingPerMinute);
  return {
    id: accountId,
    name: own.accountName,
    role,
    isOperator: isOperator && role === 'ROLE_API_CLIENT',
    plan: own.plan,
    limits: {
      requestsPerMinute: rate.limit || null,
      requestsPerMinuteSource: rate.source,
      searchPageSize: MAX_SIZE,
      pageModeResults: PAGE_MODE_DEPTH,
      cursorModeResults: role === 'ROLE_SAAS_USER' ? SAAS_CURSOR_LIMIT : null,
      collectionPageSize: ITEMS_PER_PAGE,
    },
    quotas: Object.fromEntries(
      Object.entries(quotas).map(([kind, { used, limit, source }]) => [kind, { used, limit, source }]),
    ) as unknown as QuotasResponse,
    apiKeys: keys.map((key) => {
      const { apiKeyUuid, name, role: roleOfKey, scopes, createdAt, expiresAt, revokedAt } = key;
      const requestsPerMinute = requestsPerMinuteOf(key, settingPerMinute).limit || null;
      const status = apiKeyStatus(key, now);
      return { apiKeyUuid, name, role: roleOfKey, scopes, requestsPerMinute, status, createdAt, expiresAt, revokedAt };
    }),
  };
}
