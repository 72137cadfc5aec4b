export const DAYS = [7, 30, 90] as const;

/** Which usage is shown: it stands in the address. */
export interface AccountState {
  readonly days?: number;
  readonly key?: string;
}

export function readAccountState({ days, key }: Readonly<Record<string, unknown>>): AccountState {
  return {
    ...(DAYS.includes(days as 7) && { days: days as number }),
    ...(typeof key === 'string' && key !== '' && { key }),
  };
}

/** The parameters of GET /account/api-usage: whole UTC days, today included. */
export function usageQuery({ days = 30, key }: AccountState, now: Date) {
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days + 1);
  return {
    startDate: new Date(first).toISOString().slice(0, 10),
    granularity: 'day' as const,
    ...(key !== undefined && { apiKeyId: key }),
  };
}

/** The rows with most calls first, of equals by their names. */
export function mostCalled<Row extends { readonly name: string; readonly calls: number }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
}
