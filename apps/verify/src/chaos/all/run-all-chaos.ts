import { LeftOut, type ChaosOutcome, type ChaosPlan } from '../chaos-plan.js';
import { SORTS } from '../sorts.js';
import { NoLastRelease } from '../upgrade/release.js';
import { PARTS, type Part } from './parts.js';
import { drawTable, sumUp, without, type Column, type PartResult } from './sum-up.js';

/**
 * Plays every sort of chaos, one after the other, each for its share of the minutes (what comes before and after the
 * disturbing is not counted). What this machine cannot do is left out, and said.
 */
export async function runAllChaos(plan: ChaosPlan): Promise<ChaosOutcome> {
  const began = performance.now();
  const results: PartResult[] = [];
  for (const part of PARTS) {
    if (plan.signal.aborted) break;
    if (plan.only !== undefined && !plan.only.includes(part.name)) continue;
    plan.say(`== ${part.name}: ${part.disturbs} …`);
    const result = await play(part, plan);
    if (result.leftOut !== undefined) plan.say(`LEFT OUT: ${part.name}: ${result.leftOut}`);
    if (result.failed !== undefined) plan.say(`FAILED: ${part.name}: ${result.failed}`);
    results.push(result);
  }
  plan.say(`\n${drawTable(results)}\n`);
  const all = (column: Column): string[] => results.flatMap(({ found }) => found[column]);
  return {
    done: {
      parts: results.filter(({ leftOut, failed }) => leftOut === undefined && failed === undefined).length,
      leftOut: results.filter(({ leftOut }) => leftOut !== undefined).length,
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    findings: {
      ...{ lost: all('lost'), doubled: all('doubled'), madeUp: all('madeUp') },
      ...{ sentAfterErasure: all('sentAfterErasure'), other: all('other') },
      failed: results.flatMap(({ name, failed }) => (failed === undefined ? [] : [`${name}: ${failed}`])),
    },
  };
}

async function play({ name, share, options }: Part, plan: ChaosPlan): Promise<PartResult> {
  const sort = Object.hasOwn(SORTS, name) ? SORTS[name] : undefined;
  if (sort === undefined) return without(name, 0, { leftOut: 'there is no such sort of chaos here yet' });
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  const minutes = plan.minutes * share;
  const defaults = Object.fromEntries(Object.entries(sort.options).map(([option, spec]) => [option, spec.default]));
  // Sorts that count kills are ended by the time, and judge what was done until then; others know the minutes.
  const isTimed = 'minutes' in defaults;
  const signal = isTimed ? plan.signal : abortedAfter(minutes * 60_000, plan.signal);
  try {
    const outcome = await sort.run({ ...plan, ...defaults, ...options, minutes, signal });
    return sumUp(name, seconds(), outcome as ChaosOutcome);
  } catch (error) {
    const { name: kind, message } = error as Error;
    const isLack = error instanceof LeftOut || error instanceof NoLastRelease || kind === 'OpenSearchStartError';
    return without(name, seconds(), isLack ? { leftOut: message } : { failed: (error as Error).stack ?? message });
  }
}

/** A signal that is also aborted so long after the first look at it: that is when the disturbing begins. */
function abortedAfter(ms: number, signal: AbortSignal): AbortSignal {
  let until: number | undefined;
  return new Proxy(signal, {
    get(target, name) {
      if (name !== 'aborted') return Reflect.get(target, name, target) as unknown;
      until ??= performance.now() + ms;
      return target.aborted || performance.now() >= until;
    },
  });
}
