/**
 * Stands between the criteria of two alerts, as no JSON has it: one long text is handed to a thread much faster than
 * many short ones.
 */
export const SEPARATOR = '\0';
