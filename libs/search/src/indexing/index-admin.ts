import type { OpenSearchClient } from '../opensearch/client.js';
import { indexBody } from '../opensearch/mapping.js';
import type { IndexNames } from '../opensearch/names.js';
import { failureOfError } from '../opensearch/failures.js';

/**
 * The name that one index is written through: there as long as the index is, so that no write ever makes an index by
 * itself.
 */
export function writeAliasOf(index: string): string {
  return `write.${index}`;
}

/** Makes, swaps and drops the indices behind an alias. Every method may be repeated. */
export class IndexAdmin {
  constructor(
    readonly client: OpenSearchClient,
    readonly names: IndexNames,
  ) {}

  /** Makes an index that is about to be filled: it is not refreshed meanwhile, which doubles the speed. */
  async create(name: string): Promise<void> {
    const body = { ...indexBody({ refresh_interval: '-1' }), aliases: { [writeAliasOf(name)]: {} } };
    await this.client.indices.create({ index: name, body: body }).catch((error: unknown) => {
      if (typeOf(error) !== 'resource_already_exists_exception') throw error;
    });
  }

  /** From now on what is written can be found by itself within a second. */
  async settle(name: string): Promise<void> {
    await this.client.indices.putSettings({
      index: name,
      body: { index: { refresh_interval: indexBody().settings.index.refresh_interval as string } },
    });
    await this.refresh([name]);
  }

  /** What was written before can be found afterwards. */
  async refresh(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.client.indices.refresh({ index: [...names], ignore_unavailable: true });
  }

  /** Lets searches find this index and no other, in one step. */
  async swap(name: string): Promise<void> {
    const others = (await this.searched()).filter((other) => other !== name);
    const actions = [
      ...others.map((index) => ({ remove: { index, alias: this.names.alias } })),
      { add: { index: name, alias: this.names.alias } },
    ];
    await this.client.indices.updateAliases({ body: { actions } });
  }

  /** Lets searches find nothing: better no answer than one of an index that nobody keeps up. */
  async withdraw(): Promise<void> {
    const actions = (await this.searched()).map((index) => ({ remove: { index, alias: this.names.alias } }));
    if (actions.length > 0) await this.client.indices.updateAliases({ body: { actions } });
  }

  /**
   * Puts the name that an index is written through back, which somebody removed. Answers false when the index itself is
   * gone.
   */
  async restore(name: string): Promise<boolean> {
    if (!(await this.client.indices.exists({ index: name })).body) return false;
    await this.client.indices.updateAliases({
      body: { actions: [{ add: { index: name, alias: writeAliasOf(name) } }] },
    });
    return true;
  }

  async drop(name: string): Promise<void> {
    await this.client.indices.delete({ index: name, ignore_unavailable: true });
  }

  /** The indices that searches find: one, or none. */
  async searched(): Promise<string[]> {
    try {
      return Object.keys((await this.client.indices.getAlias({ name: this.names.alias })).body);
    } catch (error) {
      if (failureOfError(error) === 'MISSING') return [];
      throw error;
    }
  }
}

function typeOf(error: unknown): string | undefined {
  return (error as { body?: { error?: { type?: string } } }).body?.error?.type;
}
