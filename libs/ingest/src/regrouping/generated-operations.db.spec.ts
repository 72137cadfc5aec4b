import { SeededRandom } from '@gable/domain/testing';
import { AccountStore, type Account } from '@gable/persistence/accounts';
import { DecisionStore, FavoriteStore } from '@gable/persistence/properties';
import { newId } from '@gable/persistence';
import { findBrokenGroups, GroupedStore, MovingTown } from '@gable/testing';
import { mergeProperties } from '../decisions/merge-properties.js';
import { DecisionRefused } from '../decisions/decision-refused.js';
import { splitProperty } from '../decisions/split-property.js';
import { withdrawDecision } from '../decisions/withdraw-decision.js';
import { regroup } from './regroup.js';

let store: GroupedStore;
beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(() => store.close());
beforeEach(() => store.empty());

const ANNA = { by: 'anna', reason: null };
const OPERATIONS = 24;

/** A store to which anything happens in any order, and what must come of it. */
class World {
  private readonly town: MovingTown;
  /** What accounts have asked to keep, as they called it then. */
  private readonly kept = new Map<string, Set<string>>();
  readonly done = new Map<string, number>();

  constructor(
    private readonly random: SeededRandom,
    seed: number,
    private readonly accounts: readonly Account[],
  ) {
    this.town = new MovingTown(seed);
  }

  /** Names what it did. */
  async happen(): Promise<string> {
    const what = this.random.pick([
      'arrive',
      'arrive',
      'change',
      'change',
      'change',
      'merge',
      'merge',
      'split',
      'split',
      'keep',
      'keep',
      'withdraw',
      'regroup',
    ] as const);
    const outcome = await this[what]();
    this.done.set(outcome, (this.done.get(outcome) ?? 0) + 1);
    return outcome;
  }

  async arrive(): Promise<string> {
    await store.lines(this.town.arrive(this.random.whole(1, 6)));
    return 'arrive';
  }

  private async change(): Promise<string> {
    await store.lines(this.town.change(this.random.whole(1, 25)));
    return 'change';
  }

  private async merge(): Promise<string> {
    const ids = await this.properties('true'); // merged ones stand for their survivors
    return refusable(
      'merge',
      mergeProperties(
        store.database,
        Array.from({ length: this.random.whole(2, 3) }, () => this.random.pick(ids)),
        ANNA,
      ),
    );
  }

  private async split(): Promise<string> {
    const ids = await this.properties('exists (select from listing where property_id = property.id offset 1)');
    if (ids.length === 0) return 'nothing to split';
    const id = this.random.pick(ids);
    const listings = await new DecisionStore(store.database).listingsOf([id]);
    const going = listings.slice(1).filter(() => this.random.chance(0.5));
    return refusable(
      'split',
      splitProperty(
        store.database,
        id,
        (going.length === 0 ? listings.slice(0, 1) : going).map((listing) => listing.id),
        ANNA,
      ),
    );
  }

  private async keep(): Promise<string> {
    const account = this.random.pick(this.accounts);
    const propertyId = this.random.pick(await this.properties('true'));
    await store.database.transaction((transaction) =>
      new FavoriteStore(store.database).add(account.id, propertyId, new Date(), transaction),
    );
    this.kept.set(account.id, (this.kept.get(account.id) ?? new Set()).add(propertyId));
    return 'keep';
  }

  /**
   * What held adverts together that contradict each other holds them no more: they part when grouping next looks at
   * them.
   */
  private async withdraw(): Promise<string> {
    const standing = (await new DecisionStore(store.database).list(null, 100)).filter(
      ({ withdrawnAt }) => withdrawnAt === null,
    );
    if (standing.length === 0) return 'nothing to withdraw';
    await withdrawDecision(store.database, this.random.pick(standing).id, ANNA);
    await regroup(store.database);
    return 'withdraw';
  }

  private async regroup(): Promise<string> {
    const { moved } = await regroup(store.database, {
      range: this.random.whole(2, 30),
      batch: this.random.whole(1, 5),
    });
    expect(await regroup(store.database)).toMatchObject({ moved: 0, merged: 0, split: 0, settled: true });
    return moved > 0 ? 'regroup that moves' : 'regroup';
  }

  /** Favourites that were lost, doubled or left behind. */
  async brokenFavorites(): Promise<string[]> {
    const broken: string[] = [];
    for (const [accountId, asked] of this.kept) {
      const expected = [...new Set((await new DecisionStore(store.database).survivorsOf([...asked])).values())].sort();
      const { items } = await new FavoriteStore(store.database).list(accountId, { offset: 0, limit: 1_000 });
      const found = items.map(({ propertyId }) => propertyId).sort();
      if (JSON.stringify(found) !== JSON.stringify(expected))
        broken.push(`account ${accountId} keeps ${found.join()}, not ${expected.join()}`);
    }
    return broken;
  }

  private async properties(condition: string): Promise<string[]> {
    return (await store.database.query<{ id: string }>(`select id from property where ${condition} order by id`)).map(
      ({ id }) => id,
    );
  }
}

async function refusable(what: string, work: Promise<unknown>): Promise<string> {
  return work.then(
    () => what,
    (error: unknown) => {
      if (error instanceof DecisionRefused && error.code === 'CONTRADICTS_DECISION') return `${what} refused`;
      throw error;
    },
  );
}

it('holds whatever is ingested, merged, split, taken back and regrouped, in any order', async () => {
  const happened = new Set<string>();
  for (const seed of [1, 2, 3, 4]) {
    await store.empty();
    const accounts = [];
    for (const name of ['one', 'two'])
      accounts.push(await new AccountStore(store.database).ensure(`${name} ${newId(new Date())}`, new Date()));
    const world = new World(new SeededRandom(seed), seed, accounts);
    await world.arrive();
    const trace: string[] = [];
    for (let i = 0; i < OPERATIONS; i += 1) {
      trace.push(await world.happen());
      const broken = [...(await findBrokenGroups(store.database)), ...(await world.brokenFavorites())];
      expect({ seed, trace: trace.join(', '), broken }).toEqual({ seed, trace: trace.join(', '), broken: [] });
    }
    for (const outcome of world.done.keys()) happened.add(outcome);
  }
  expect([...happened]).toEqual(
    expect.arrayContaining([
      'arrive',
      'change',
      'merge',
      'split',
      'keep',
      'withdraw',
      'merge refused',
      'split refused',
      'regroup that moves',
    ]),
  );
}, 240_000);
