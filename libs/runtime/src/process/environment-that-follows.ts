/** Says to a process that its environment comes in a message. */
const FOLLOWS = 'ENVIRONMENT_FOLLOWS';

/** What the parent sends to a process that was started before its environment was known. */
export interface EnvironmentMessage {
  readonly type: 'environment';
  readonly environment: NodeJS.ProcessEnv;
}

/** The environment of a process that may be started before it is known what it will work with. */
export function withoutItsEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, [FOLLOWS]: '1' };
}

/** What tells such a process to begin. */
export function environmentMessage(environment: NodeJS.ProcessEnv): EnvironmentMessage {
  return { type: 'environment', environment };
}

/**
 * Waits for the environment where it follows, and takes it for that of this process; at once where it does not. To be
 * called before anything of the environment is read. A process whose supervisor ends meanwhile ends, too.
 */
export async function environmentThatFollows(): Promise<void> {
  const follows = process.env[FOLLOWS] !== undefined && process.send !== undefined;
  delete process.env[FOLLOWS];
  if (!follows) return;
  const leave = (): never => process.exit(0);
  if (!process.connected) leave();
  process.once('disconnect', leave);
  const { environment } = await new Promise<EnvironmentMessage>((resolve) =>
    process.once('message', (message) => resolve(message as EnvironmentMessage)),
  );
  process.off('disconnect', leave);
  Object.assign(process.env, environment);
}
