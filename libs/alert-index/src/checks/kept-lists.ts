import type { ListCondition } from '@gable/domain/criteria';

/** Different lists that alerts ask for, each once, however many alerts ask for it. */
export class KeptLists {
  private readonly conditions: (ListCondition | null)[] = [];
  private readonly free: number[] = [];
  private readonly places = new Map<string, number>();

  /** The place of a list, the same for equal ones. */
  placeOf(condition: ListCondition): number {
    const key = keyOf(condition);
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.free.pop() ?? this.conditions.length;
      this.conditions[place] = condition;
      this.places.set(key, place);
    }
    return place;
  }

  at(place: number): ListCondition {
    return this.conditions[place] as ListCondition;
  }

  /** Nobody asks for the list any more. */
  forget(place: number): void {
    this.places.delete(keyOf(this.at(place)));
    this.conditions[place] = null;
    this.free.push(place);
  }
}

/** Not `JSON.stringify`: the members may stand in any order. */
function keyOf({ field, included, excluded, allowNull }: ListCondition): string {
  return JSON.stringify([field, included, excluded, allowNull]);
}
