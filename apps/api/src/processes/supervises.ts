/** The argument with which the supervisor starts the processes that answer. */
export const ONE_OF_SEVERAL = 'one-of-several';

/** Whether this process is one of those that a supervisor started to answer beside each other. */
export function isOneOfSeveral(): boolean {
  return process.argv[2] === ONE_OF_SEVERAL;
}

/** Whether this process only starts others, which answer. A value that is no number is refused with the settings. */
export function supervises(environment: NodeJS.ProcessEnv = process.env): boolean {
  return Number(environment.API_PROCESSES) > 1 && !isOneOfSeveral();
}
