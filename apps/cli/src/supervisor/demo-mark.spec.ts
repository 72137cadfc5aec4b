import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DemoMark } from './demo-mark.js';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-demo-mark-'));
afterAll(() => fs.rmSync(home, { recursive: true }));

it('is removed by each of two starts that loaded the demo at the same time', () => {
  const [one, other] = [new DemoMark(home), new DemoMark(home)];
  const reference = new Date('2026-11-01T00:00:00.000Z');
  one.set(reference);
  expect(other.read()).toEqual(reference);
  one.remove();
  other.remove();
  expect(other.read()).toBeUndefined();
});
