import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './accounts/api-key.entity.js';
import { DivisionEntity } from './geography/division.entity.js';
import { ShapeEntity } from './geography/shape.entity.js';
import { SourceEntity } from './listings/source.entity.js';

/**
 * Tables read and written row by row. The tables that ingest fills by the million (listing, property, their revisions, changes and events)
 * are plain SQL in `ingest/` and the stores.
 */
export const entities = [AccountEntity, ApiKeyEntity, SourceEntity, DivisionEntity, ShapeEntity];
