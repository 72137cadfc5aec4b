import { TurnOrder } from './turn-order.js';

const job = (id: string) => ({ id, accountId: id[0]!, isLarge: false });

it('serves accounts in turns, and in turns the jobs of each', () => {
  const order = new TurnOrder();
  const open = [job('a1'), job('a2'), job('b1')];
  const served = Array.from({ length: 6 }, () => order.next(open)!.id);
  expect(served).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'b1']);
  expect(order.next([...open, job('c1')])!.id).toBe('c1');
  expect(order.next([])).toBeUndefined();
});
