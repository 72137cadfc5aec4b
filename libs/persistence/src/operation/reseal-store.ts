import { SealBroken, type SealedPlace, type Sealer } from '@gable/runtime';
import type { Queryable } from '../database/database.js';
import { previousSigningKeyPlace, signingKeyPlace } from '../database/signing-key-places.js';
import { FIRST_ID } from '../database/new-id.js';
import { answerPlace } from '../accounts/idempotent-request-store.js';
import {
  COUNT_SEALED,
  RESEAL_ALERTS,
  RESEAL_ANSWERS,
  SELECT_SEALED_ALERTS,
  SELECT_SEALED_ANSWERS,
} from './statements/reseal.js';

/** Rows of one transaction. */
const PORTION = 500;

/** A table with sealed values: a statement that finds those under older keys, one that replaces them, their places. */
interface SealedTable {
  readonly select: string;
  readonly update: string;
  readonly firstPlace: (id: string) => SealedPlace;
  readonly secondPlace?: (id: string) => SealedPlace;
}

interface SealedRow {
  readonly id: string;
  readonly first: Buffer;
  readonly second: Buffer | null;
}

const TABLES: readonly SealedTable[] = [
  {
    select: SELECT_SEALED_ALERTS,
    update: RESEAL_ALERTS,
    firstPlace: signingKeyPlace,
    secondPlace: previousSigningKeyPlace,
  },
  { select: SELECT_SEALED_ANSWERS, update: RESEAL_ANSWERS, firstPlace: answerPlace },
];

/** Everything that is sealed, whatever table it stands in. */
export class ResealStore {
  constructor(private readonly database: Queryable) {}

  /**
   * Seals anew what stands under another key than the active one, portion by portion. A value that is written meanwhile
   * stays as it was written; one that does not open stays, too. Answers after each portion how many rows it sealed.
   */
  async *reseal(sealer: Sealer): AsyncGenerator<number> {
    for (const table of TABLES) {
      for (let after = FIRST_ID; ;) {
        const rows = await this.database.query<SealedRow>(table.select, [after, sealer.prefix, PORTION]);
        if (rows.length === 0) break;
        after = rows.at(-1)!.id;
        const opened = rows.flatMap((row) => sealAnew(row, table, sealer));
        const written = await this.database.query(table.update, [
          opened.map(({ row }) => row.id),
          opened.map(({ row }) => row.first),
          opened.map(({ row }) => row.second),
          opened.map(({ first }) => first),
          opened.map(({ second }) => second),
        ]);
        yield written.length;
      }
    }
  }

  /** How many sealed values name each key; null: they are of a time before keys had ids. */
  async countKeys(): Promise<Map<string | null, number>> {
    const rows = await this.database.query<{ keyId: string | null; count: number }>(COUNT_SEALED);
    return new Map(rows.map(({ keyId, count }) => [keyId, count]));
  }

  /** Whether the first sealed values open, or there are none. One that opens is enough: single rows may be broken. */
  async opensSome(sealer: Sealer): Promise<boolean> {
    for (const table of TABLES) {
      const rows = await this.database.query<SealedRow>(table.select, [FIRST_ID, sealer.prefix, 20]);
      const sealed = rows.filter(({ first }) => first.length > 0);
      if (sealed.length > 0 && sealed.every((row) => sealAnew(row, table, sealer).length === 0)) return false;
    }
    return true;
  }
}

function sealAnew(row: SealedRow, { firstPlace, secondPlace }: SealedTable, sealer: Sealer) {
  const anew = (value: Buffer, place: SealedPlace): Buffer => sealer.seal(sealer.open(value, place), place);
  try {
    const first = anew(row.first, firstPlace(row.id));
    return [{ row, first, second: row.second && anew(row.second, secondPlace!(row.id)) }];
  } catch (error) {
    if (error instanceof SealBroken) return [];
    throw error;
  }
}
