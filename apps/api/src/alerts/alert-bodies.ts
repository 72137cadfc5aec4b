import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  parseAlert,
  warnOfClassicCriteria,
  warnOfRules,
  type AlertContext,
  type AlertDraft,
} from '@gable/domain/alert';
import type { Criteria, Parsed, Places } from '@gable/domain/criteria';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { invalid } from '../http/problem.js';
import type { Warning } from '../http/warnings.js';
import type { CreateAlertRequest, UpdateAlertRequest } from './alert-request.js';
import { DestinationNames } from './destination-names.js';

/** Reads the bodies of alerts, for one account at a time: the shapes that criteria may name are the account's own. */
@Injectable()
export class AlertBodies {
  constructor(
    private readonly places: CriteriaPlaces,
    private readonly names: DestinationNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'destinationAllowedNetworks' | 'destinationDeniedNetworks'>,
  ) {}

  /** @throws Problem validation-failed with everything that is wrong */
  async readNew(accountId: string, body: CreateAlertRequest): Promise<AlertDraft<Criteria>> {
    const addresses = await this.names.addressesOf(body.destinationWebhookUrl);
    return valid(
      await this.places.consult(accountId, body.criteria, (places) =>
        parseAlert(body, this.context(places, addresses)),
      ),
    );
  }

  /**
   * Reads a change, to be applied to the alert as it is when written. It is tried on `current` first, so that a wrong
   * body is refused before anything is locked.
   * @throws Problem validation-failed with everything that is wrong
   */
  async readChange(
    accountId: string,
    body: UpdateAlertRequest,
    current: AlertDraft,
  ): Promise<(latest: AlertDraft) => AlertDraft> {
    const isKept = current.destination?.address === body.destinationWebhookUrl;
    const addresses = isKept ? undefined : await this.names.addressesOf(body.destinationWebhookUrl);
    const { context, parsed } = await this.places.consult(accountId, body.criteria, (places) => {
      const context = this.context(places, addresses);
      return { context, parsed: parseAlert(body, context, current) };
    });
    valid(parsed);
    return (latest) => valid(parseAlert(body, context, latest));
  }

  /** What a body that was read carries without effect. `before` is the alert as it was, null for a new one. */
  warningsOf(body: CreateAlertRequest | UpdateAlertRequest, alert: AlertDraft, before: AlertDraft | null): Warning[] {
    return [...this.criteriaWarnings(body, alert, before), ...ruleWarnings(body, alert)];
  }

  private criteriaWarnings(
    { criteria }: CreateAlertRequest | UpdateAlertRequest,
    alert: AlertDraft,
    before: AlertDraft | null,
  ): Warning[] {
    if (alert.searchMode !== 'classic') return [];
    const equivalents = [alert, before].flatMap((one) => one?.criteria ?? []);
    const message = warnOfClassicCriteria(criteria, equivalents, this.places.limits);
    return message === null ? [] : [{ propertyPath: 'criteria', message }];
  }

  private context(places: Places, destinationAddresses: readonly string[] | undefined): AlertContext {
    return {
      places,
      limits: this.places.limits,
      allowedNetworks: this.config.destinationAllowedNetworks,
      deniedNetworks: this.config.destinationDeniedNetworks,
      destinationAddresses,
      newSigningKey,
    };
  }
}

/** What the body's rules carry without effect; nothing of rules that an earlier body gave. */
function ruleWarnings(body: object, { notificationConfig }: AlertDraft): Warning[] {
  if (!('notificationConfig' in body) || notificationConfig === null) return [];
  return warnOfRules(notificationConfig).map(({ path, message }) => ({
    propertyPath: `notificationConfig.${path}`,
    message,
  }));
}

function valid<Draft extends AlertDraft>(parsed: Parsed<Draft>): Draft {
  if (!parsed.ok) throw invalid(parsed.violations);
  return parsed.value;
}

function newSigningKey(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
