import { drawsFor } from '@gable/domain/testing';
import type { Criteria } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import { makeAlert, makeCrowdedAlert } from './alerts.js';
import { makeChange, type WorkloadChange } from './changes.js';
import { makeCountry } from './country.js';
import { makeHostileAlert } from './hostile-alerts.js';
import { makeListing } from './listings.js';

export type { WorkloadChange } from './changes.js';

/**
 * What a production site meets, by number: each function answers the same for the same number, in any order, on every
 * machine.
 */
export interface Workload {
  /**
   * The criteria of one alert: canonical, frozen, within the default limits. About 0.19 % of alerts match a listing.
   */
  readonly alert: (number: number) => Criteria;
  /** A listing as it stands after ingest: placed in its divisions, each with all ancestors. */
  readonly listing: (number: number) => Listing;
  /**
   * A change of a listing: new, expired, cheaper, said better … One side is null where the listing was or is offline.
   */
  readonly change: (number: number) => WorkloadChange;
  /**
   * Criteria that try to break the matcher with what the default limits allow: huge ORs, deep nesting, thousands of
   * divisions, many shapes.
   */
  readonly hostileAlert: (number: number) => Criteria;
}

export interface WorkloadOptions {
  /** Puts this share of all alerts into the one city with the most demand. */
  readonly crowd?: { readonly cityShare: number };
}

/**
 * The workload that benchmarks and the full-scale comparison share: 5,000 cities in 96 departments and 13 regions
 * with Zipf demand, alerts with the shares that property sites report, listings with 2 to 90 % of their values not
 * stated. Nothing is held but the country, so a million alerts cost no memory here.
 */
export function generateWorkload(seed: number, { crowd }: WorkloadOptions = {}): Workload {
  const country = makeCountry(drawsFor(seed, 'country', 0));
  return {
    alert: (number) => {
      const random = drawsFor(seed, 'alert', number);
      return crowd !== undefined && random.chance(crowd.cityShare)
        ? makeCrowdedAlert(country, random)
        : makeAlert(country, random, number);
    },
    listing: (number) => makeListing(country, drawsFor(seed, 'listing', number)),
    change: (number) => makeChange(country, drawsFor(seed, 'change', number)),
    hostileAlert: (number) => makeHostileAlert(country, drawsFor(seed, 'hostile', number), number),
  };
}
