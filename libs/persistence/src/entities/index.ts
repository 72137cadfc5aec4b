import { AccountEntity } from './account.js';
import { ApiKeyEntity } from './api-key.js';
import { DivisionEntity } from './division.js';
import { ShapeEntity } from './shape.js';
import { SourceEntity } from './source.js';

/**
 * Tables read and written row by row. The tables that ingest fills by the million (listing, property, their revisions, changes and events)
 * are plain SQL in `ingest/` and the stores.
 */
export const entities = [AccountEntity, ApiKeyEntity, SourceEntity, DivisionEntity, ShapeEntity];
