import type { Database, Transaction } from '../database.js';
import { newId } from '../new-id.js';

/** A property an account keeps. */
export interface Favorite {
  id: string;
  propertyId: string;
  createdAt: Date;
}

/** What became of a property that other properties were merged into. */
export interface Merge {
  propertyId: string;
  survivorId: string;
}

/** Favourites, each of one account. They follow a property that is merged into another (`followMerges`), and never stand there twice. */
export class FavoriteStore {
  constructor(private readonly database: Database) {}

  /**
   * Keeps a property; `isNew` is false where the account has it already. A merged property stands for its survivor. Null when there is no such
   * property.
   */
  async add(
    accountId: string,
    propertyId: string,
    now: Date,
    transaction: Transaction,
  ): Promise<{ favorite: Favorite; isNew: boolean } | null> {
    const [property] = await transaction.query<{ id: string }>(SELECT_SURVIVOR_FOR_SHARE, [propertyId]);
    if (!property) return null;
    const id = newId();
    const [favorite] = await transaction.query<Favorite>(INSERT, [id, accountId, property.id, now]);
    return { favorite: favorite!, isNew: favorite!.id === id };
  }

  /** Newest first. */
  async list(
    accountId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: Favorite[]; total: number }> {
    const items = await this.database.query<Favorite>(
      `${SELECT} where account_id = $1 order by id desc offset $2 limit $3`,
      [accountId, offset, limit],
    );
    const [row] = await this.database.query<{ total: number }>(
      'select count(*) as total from favorite_property where account_id = $1',
      [accountId],
    );
    return { items, total: row!.total };
  }

  /** False when the account has no such favourite. */
  async remove(accountId: string, id: string): Promise<boolean> {
    return (
      (
        await this.database.query('delete from favorite_property where account_id = $1 and id = $2 returning id', [
          accountId,
          id,
        ])
      ).length > 0
    );
  }
}

/** Moves favourites of merged properties to their survivors, in the transaction that merges; of an account's doubles the oldest stays. */
export async function followMerges(transaction: Transaction, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return;
  await transaction.query(FOLLOW, [
    merges.map(({ propertyId }) => propertyId),
    merges.map(({ survivorId }) => survivorId),
  ]);
}

const SELECT = 'select id, property_id as "propertyId", created_at as "createdAt" from favorite_property';

// The lock keeps a merge of the property waiting until the favourite is there to follow it.
const SELECT_SURVIVOR_FOR_SHARE = `
  with recursive line as (
    select id, merged_into from property where id = $1
    union
    select property.id, property.merged_into from line join property on property.id = line.merged_into
  )
  select property.id from property join line on line.id = property.id where property.merged_into is null for share of property`;

// The update changes nothing: it makes the row that is there already an answer.
const INSERT = `
  insert into favorite_property (id, account_id, property_id, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, property_id) do update set property_id = excluded.property_id
  returning id, property_id as "propertyId", created_at as "createdAt"`;

const FOLLOW = `
  with recursive merge(property_id, survivor_id) as (
    select * from unnest($1::uuid[], $2::uuid[])
  ), final(property_id, survivor_id) as ( -- a survivor may itself have been merged in the same batch
    select property_id, survivor_id from merge
    union
    select final.property_id, property.merged_into from final join property on property.id = final.survivor_id where property.merged_into is not null
  ), target as (
    select final.property_id, final.survivor_id from final join property on property.id = final.survivor_id and property.merged_into is null
  ), moved as (
    delete from favorite_property using target where favorite_property.property_id = target.property_id
    returning favorite_property.id, favorite_property.account_id, target.survivor_id, favorite_property.created_at
  )
  insert into favorite_property (id, account_id, property_id, created_at)
  select distinct on (account_id, survivor_id) id, account_id, survivor_id, created_at from moved order by account_id, survivor_id, id
  on conflict (account_id, property_id) do nothing`;
