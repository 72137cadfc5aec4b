/** @jest-environment node */
import { noteFullDisk, recentFullDisk } from './full-disk.js';

it('remembers that there was no room, for as long as is asked, and no other failure', () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  expect(recentFullDisk(60_000)).toBeUndefined();
  noteFullDisk(Object.assign(new Error('another failure'), { code: '40001' }));
  expect(recentFullDisk(60_000)).toBeUndefined();
  noteFullDisk(Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' }));
  now.mockReturnValue(1_060_000);
  expect(recentFullDisk(60_000)).toBe('could not extend file "base/1/2"');
  now.mockReturnValue(1_060_001);
  expect(recentFullDisk(60_000)).toBeUndefined();
});
