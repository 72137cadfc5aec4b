// Times as the domain's rules have them, epoch milliseconds, and as columns have them.

export const millis = (at: Date | null): number | null => at?.getTime() ?? null;
export const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
