import { withInstallation, type Installation } from '../../installation.js';
import type { ChaosPlan } from '../chaos-plan.js';
import { judgeService, type ServiceOutcome } from './judge-service.js';
import { LoadedService } from './loaded-service.js';

/** What a sort of chaos does to a service under load. */
export interface Play {
  readonly editsAlerts: boolean;
  /** Makes another installation than one of the embedded default. */
  readonly install?: <T>(work: (installation: Installation) => Promise<T>) => Promise<T>;
  /** Starts what runs. */
  readonly begin: (service: LoadedService) => Promise<void>;
  /** Disturbs it; answers figures and findings of its own. */
  readonly disturb: (service: LoadedService) => Promise<ServiceOutcome>;
}

/** Runs one on an installation of its own, and judges what is left. */
export async function runServiceChaos(plan: ChaosPlan, play: Play): Promise<ServiceOutcome> {
  return (play.install ?? withInstallation)(async (installation) => {
    const began = performance.now();
    let own: ServiceOutcome = { done: {}, findings: {} };
    const service = await LoadedService.run(
      installation,
      { seed: plan.seed, say: plan.say, editsAlerts: play.editsAlerts, cliEntry: plan.cliEntry },
      play.begin,
      async (service) => {
        own = await play.disturb(service);
      },
    );
    const { done, findings } = await judgeService(service, began);
    return { done: { ...done, ...own.done }, findings: { ...findings, ...own.findings } };
  });
}
