import type { CriteriaNode } from '../../criteria/node-path.js';

type Address = Readonly<Record<string, unknown>>;

/** The page of the list of alerts; the first is not written. */
export function readAlertsPage({ page }: Address): { page?: number } {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

/** The conditions that a new alert begins with, as a search hands them over. */
export function readNewAlert({ criteria }: Address): { criteria?: CriteriaNode } {
  return typeof criteria === 'object' && criteria !== null && !Array.isArray(criteria) ? { criteria } : {};
}
