import {
  afterSign,
  applyOutcome,
  CLOSED_BREAKER,
  CLOSED_ORIGIN,
  originSign,
  type AttemptVerdict,
} from '@gable/domain/delivery';
import type { DueIndex } from './claim-order.js';
import type { Endpoint, EndpointPlace, Origin, WakeUp } from './queue-rows.js';

/** Endpoints with their breakers and those of their origins, and when somebody is to look at each. */
export class EndpointStates {
  readonly endpoints: Endpoint[];
  readonly wakeUps: WakeUp[] = [];

  constructor(places: readonly EndpointPlace[]) {
    const origins = new Map<number, Origin>();
    for (const { origin } of places) if (origin !== null) origins.set(origin, { state: CLOSED_ORIGIN });
    this.endpoints = places.map((place) => ({
      place,
      origin: place.origin === null ? null : origins.get(place.origin)!,
      state: { answersWell: false, breaker: CLOSED_BREAKER },
      wakeAt: null,
      wakeFrom: 0,
      isLocked: false,
    }));
  }

  wake(endpoint: number, at: number): void {
    this.wakeUps.push({ endpoint, at });
  }

  /** Endpoints with something due, by their own time and by the wake-ups that were seen. */
  due(seen: readonly WakeUp[], now: number): DueIndex[] {
    const from = new Map<number, number>();
    for (const { endpoint, at } of seen) from.set(endpoint, Math.min(at, from.get(endpoint) ?? Infinity));
    return this.endpoints.flatMap(({ place, state, wakeAt }, index) => {
      const due = Math.min(from.get(index) ?? Infinity, wakeAt !== null && wakeAt <= now ? wakeAt : Infinity);
      return due === Infinity ? [] : [{ index, place, isProven: state.answersWell, due }];
    });
  }

  /** The earliest time at which there is something to look at. */
  nextLook(): number {
    let next = Infinity;
    for (const { wakeAt } of this.endpoints) if (wakeAt !== null && wakeAt < next) next = wakeAt;
    for (const { at } of this.wakeUps) if (at < next) next = at;
    return next;
  }

  applyOutcome(index: number, isProbe: boolean, verdict: AttemptVerdict, at: number): void {
    const endpoint = this.endpoints[index]!;
    endpoint.state = applyOutcome(endpoint.state, { isProbe, verdict, at }).state;
    if (endpoint.origin !== null) {
      const wasOpen = endpoint.origin.state.openedAt !== null;
      const sign = { sign: originSign(verdict), endpointId: index, isProbe, at };
      endpoint.origin.state = afterSign(endpoint.origin.state, sign);
      if (wasOpen && endpoint.origin.state.openedAt === null)
        this.endpoints.forEach((other, i) => other.origin === endpoint.origin && this.wake(i, at));
    }
    const { openedAt, probeAt, switchedOffAt } = endpoint.state.breaker;
    if (switchedOffAt !== null || openedAt === null || (probeAt ?? 0) <= at) this.wake(index, at);
  }
}
