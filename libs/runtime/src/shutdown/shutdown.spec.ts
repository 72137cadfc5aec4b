import { setTimeout as sleep } from 'node:timers/promises';
import { Shutdown } from './shutdown.js';

const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };

function newShutdown(boundMs?: number): { shutdown: Shutdown; exits: number[] } {
  const exits: number[] = [];
  return { shutdown: new Shutdown({ log, boundMs, exit: (code) => exits.push(code) }), exits };
}

describe('Shutdown', () => {
  it('runs the steps one after the other, in the order they were added, and exits with 0', async () => {
    const { shutdown, exits } = newShutdown();
    const done: string[] = [];
    shutdown.add('slow', () => sleep(20).then(() => done.push('slow'))).add('quick', () => done.push('quick'));
    await shutdown.begin('SIGTERM');
    expect(done).toEqual(['slow', 'quick']);
    expect(exits).toEqual([0]);
  });

  it('runs once, however many signals come', async () => {
    const { shutdown, exits } = newShutdown();
    const step = jest.fn(() => sleep(10));
    shutdown.add('step', step);
    const stopListening = shutdown.listen();
    process.emit('SIGTERM');
    process.emit('SIGINT');
    expect(shutdown.signal.aborted).toBe(true);
    await shutdown.begin('again');
    stopListening();
    expect(step).toHaveBeenCalledTimes(1);
    expect(exits).toEqual([0]);
  });

  it('tells loops at once that it began', async () => {
    const { shutdown } = newShutdown();
    shutdown.add('loop', () => expect(shutdown.signal.aborted).toBe(true));
    expect(shutdown.signal.aborted).toBe(false);
    await shutdown.begin('SIGTERM');
  });

  it('goes on after a step that throws, and says so with exit code 1', async () => {
    const { shutdown, exits } = newShutdown();
    const last = jest.fn();
    await shutdown
      .add('broken', () => Promise.reject(new Error('no')))
      .add('last', last)
      .begin('SIGTERM');
    expect(last).toHaveBeenCalledTimes(1);
    expect(exits).toEqual([1]);
  });

  it('leaves at the bound, and names the step that hangs', async () => {
    const { shutdown, exits } = newShutdown(30);
    await shutdown.add('hangs', () => new Promise(() => undefined)).begin('SIGTERM');
    expect(exits).toEqual([1]);
    expect(log.error).toHaveBeenCalledWith({ step: 'hangs', boundMs: 30 }, 'shutdown takes too long; leaving now');
  });

  it('begins when the supervisor’s channel is cut', async () => {
    const { shutdown, exits } = newShutdown();
    const stopListening = shutdown.listen();
    process.emit('disconnect');
    expect(shutdown.signal.aborted).toBe(true);
    await shutdown.begin('join');
    stopListening();
    expect(exits).toEqual([0]);
  });
});
