import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { ANY_LISTING } from '@gable/domain/criteria';
import { SeededRandom } from '@gable/domain/testing';
import { committedChanges, keepChanges, mixedAlerts, MovingTown, TOWN_DIVISIONS, TrackedAlerts } from '@gable/testing';
import { readDivisions, type Installation } from '../../installation.js';
import { FaultyReceivers } from '../delivery/faulty-receivers.js';
import type { InFlight } from '../delivery/check-arrivals.js';
import { leasedDeliveries } from '../delivery/leased-deliveries.js';
import { waitingFeeds } from '../drop-feed.js';
import { writeAlerts } from '../matching/steady-load.js';
import { WorkerFleet } from '../worker-fleet.js';
import { ApiPlaces } from './api-places.js';
import { makeKeys } from './make-keys.js';
import { ExpectedStates, type SaidLine } from './expected-states.js';
import { askApis, feedsFolder, feedTown, openWork, sendFile, sendLateStates, type ServiceUnderLoad } from './load.js';

/** What a run is made of. */
export interface ServiceOptions {
  /** Of everything that is random but the moments of the machine. */
  readonly seed: number;
  /** Whether alerts are edited meanwhile: not where the database goes away under a write, which nobody could judge. */
  readonly editsAlerts: boolean;
  /** The command line of the release that made the schema. */
  readonly cliEntry: string;
  /** Stores the alerts: that of the release that made the schema. */
  readonly trackedAlerts?: typeof TrackedAlerts;
  /** Of every process. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

const RECEIVERS = 4;
const PROPERTIES = 80;
const QUIET_WITHIN_MS = 180_000;
/** The key that `TrackedAlerts` gives every alert. */
const SIGNING_KEY = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** Long enough that no delivery runs out of attempts, short enough to see the end. */
const SCHEDULE = Array.from({ length: 60 }, (_, n) => (n < 3 ? '300ms' : '1s')).join(',');

/** A whole service under load: APIs, workers, receivers that fail, a town that moves, and what has to come of it. */
export class LoadedService implements ServiceUnderLoad {
  readonly expected = new ExpectedStates();
  readonly inFlight: InFlight[] = [];
  readonly fleets: WorkerFleet[] = [];
  readonly serverErrors: string[] = [];
  /** Ids of the alerts that are sent everything and are never edited. */
  readonly steadyAlerts: string[] = [];
  /** Listings that were erased by their ids: their source and name, and when the command had said so. */
  readonly erased = new Map<string, { readonly key: string; readonly at: number }>();
  answers = 0;
  kills = 0;
  isDatabaseAway = false;
  databaseOutages = 0;

  private constructor(
    readonly installation: Installation,
    readonly apis: ApiPlaces,
    readonly receivers: FaultyReceivers,
    readonly alerts: TrackedAlerts,
    readonly keys: { readonly client: string; readonly provider: string },
    private readonly options: ServiceOptions,
  ) {}

  /** Runs `play` on a service under load, and lets everything come to rest; what is left is judged by who called. */
  static async run(
    installation: Installation,
    options: ServiceOptions,
    begin: (service: LoadedService) => Promise<void>,
    play: (service: LoadedService) => Promise<void>,
  ): Promise<LoadedService> {
    const { seed, say } = options;
    mkdirSync(feedsFolder(installation.home), { recursive: true });
    const [least, most] = [0.05, 0.3];
    const receivers = await FaultyReceivers.start({
      ...{ count: RECEIVERS, least, most, latePath: 'alert-0', seed, signingKey: SIGNING_KEY },
    });
    const service = await LoadedService.make(installation, receivers, options);
    const load = new AbortController();
    try {
      await begin(service);
      const town = new MovingTown(seed);
      sendFile(service, 'town-00000000.ndjson', town.arrive(PROPERTIES));
      while (waitingFeeds(service.feeds).length > 0) await sleep(50);
      const sample = (await committedChanges(installation.database)).map(({ after }) => after.listing);
      for (const plan of mixedAlerts(seed, 30, sample)) await service.alerts.create({ ...plan, destination: null });
      const loads = Promise.all([
        feedTown(service, town, new SeededRandom(seed + 1), load.signal),
        sendLateStates(service, new SeededRandom(seed + 2), load.signal),
        askApis(service, load.signal),
        options.editsAlerts && service.editAlerts(seed, sample, load.signal),
      ]);
      loads.catch(() => load.abort()); // shown by the await below
      await play(service);
      load.abort();
      await loads;
      receivers.recover();
      await service.comeToRest();
      await service.end();
      say('checking …');
      return service;
    } finally {
      load.abort();
      await service.end();
      receivers.close();
    }
  }

  private static async make(
    installation: Installation,
    receivers: FaultyReceivers,
    options: ServiceOptions,
  ): Promise<LoadedService> {
    const { database, encryptionKey } = installation;
    await keepChanges(database);
    await readDivisions(installation, TOWN_DIVISIONS);
    const { keys, accountId } = await makeKeys(installation, options.cliEntry);
    const alerts = new (options.trackedAlerts ?? TrackedAlerts)(database, accountId, false, encryptionKey);
    const apis = new ApiPlaces(installation, settingsOf(options));
    const service = new LoadedService(installation, apis, receivers, alerts, keys, options);
    for (let number = 0; number < RECEIVERS; number += 1)
      service.steadyAlerts.push(
        await alerts.create({
          name: `Everything ${number}`,
          criteria: ANY_LISTING,
          notificationConfig: { rules: ALERT_EVENT_TYPES.map((eventType) => ({ eventType, enabled: true })) },
          destination: { channel: 'WEBHOOK', address: receivers.urlOf(number, `alert-${number}`) },
        }),
      );
    return service;
  }

  get feeds(): string {
    return feedsFolder(this.installation.home);
  }

  /** Workers of one main file, started; further settings may set their clock apart. */
  async addWorkers(entry: string, size: number, further: Readonly<Record<string, string>> = {}): Promise<WorkerFleet> {
    const fleet = new WorkerFleet(this.installation, size, entry, { ...settingsOf(this.options), ...further });
    this.fleets.push(fleet);
    for (let place = 0; place < size; place += 1) await fleet.start(place);
    return fleet;
  }

  /** `kill -9` of a worker; what it was sending may arrive twice. */
  async killWorker(fleet: WorkerFleet, place: number): Promise<void> {
    await fleet.kill(place);
    this.kills += 1;
    await this.noteInFlight(); // after: its leases stand until they run out
  }

  async noteInFlight(): Promise<void> {
    this.inFlight.push(await leasedDeliveries(this.installation.database));
  }

  async killApi(place: number): Promise<void> {
    await this.apis.end(place);
    this.kills += 1;
  }

  /** Does what takes the database away; answers of 5xx are excused meanwhile. */
  async withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
    this.isDatabaseAway = true;
    this.databaseOutages += 1;
    try {
      return await work();
    } finally {
      this.isDatabaseAway = false;
    }
  }

  /**
   * Sends one state until an API has taken or refused it, at another one where the first is away. False where the load
   * has ended before.
   */
  async put(api: number, line: SaidLine, signal: AbortSignal): Promise<boolean> {
    const path = `/feeds/${line.source.domain}/listings/${line.externalId}`;
    for (let turn = api; !signal.aborted; turn += 1) {
      const answer = await this.apis.ask(turn % this.apis.size, this.keys.provider, 'PUT', path, line);
      if (answer !== undefined && [200, 201, 409].includes(answer.status)) {
        this.expected.note(line);
        return true;
      }
      if (answer !== undefined && answer.status !== 0 && answer.status < 429)
        throw new Error(`PUT ${path} was answered ${answer.status}: ${answer.text}`);
      await sleep(200);
    }
    return false;
  }

  async end(): Promise<void> {
    await Promise.all([this.apis.endAll(), ...this.fleets.map((fleet) => fleet.end())]);
  }

  private async editAlerts(
    seed: number,
    sample: Parameters<typeof writeAlerts>[2],
    signal: AbortSignal,
  ): Promise<void> {
    for (const id of this.steadyAlerts) this.alerts.kept.delete(id); // those stay as they are
    await writeAlerts(this.alerts, new SeededRandom(seed + 3), sample, signal, true);
  }

  private async comeToRest(): Promise<void> {
    const { say } = this.options;
    const until = performance.now() + QUIET_WITHIN_MS;
    for (let still = 0; still < 20;) {
      const [files, open] = [waitingFeeds(this.feeds).length, await openWork(this)];
      if (performance.now() > until)
        return say(
          `not at rest after ${QUIET_WITHIN_MS / 1_000} s: ${files} files wait, ${open} changes and deliveries`,
        );
      still = files + open === 0 ? still + 1 : 0;
      await this.installation.database.query(PROBE_NOW).catch(() => undefined);
      await sleep(100);
    }
  }
}

/** Breakers that wait for their next probe, up to a quarter of an hour, are made to probe now. */
export const PROBE_NOW = `
  with soon as (update delivery_endpoint set probe_at = clock_timestamp() where opened_at is not null and probe_at >
    clock_timestamp() + interval '2 s' and failures < 1000 returning id)
  insert into delivery_wakeup (endpoint_id, at) select id, clock_timestamp() from soon`;

const settingsOf = ({ settings }: ServiceOptions): Record<string, string> => ({
  DELIVERY_SCHEDULE: SCHEDULE,
  DESTINATION_ALLOWED_NETWORKS: '127.0.0.0/8',
  ...settings,
});
