import { distance } from 'fastest-levenshtein';
import { contradictions } from './contradictions.js';
import { environmentSchema } from './environment.js';
import { settle } from './settings.js';

/** The settings of a process, as docs/configuration.md lists them; all folders absolute, all times in milliseconds. */
export type Config = ReturnType<typeof settle>;

/** The environment cannot be used. `problems` holds one sentence per mistake, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the settings of this process. An empty variable counts as not set.
 * @throws ConfigError with every problem at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const known = Object.keys(environmentSchema.shape);
  const given = Object.fromEntries(
    known.flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = [
    ...unknownNames(Object.keys(environment), known),
    ...(parsed.success
      ? contradictions(parsed.data)
      : parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}.`)),
  ];
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return settle(parsed.data);
}

function unknownNames(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith('GABLE_') && !known.includes(name))
    .map((name) => {
      // Also names without the prefix: GABLE_PORT is a likely slip for PORT, though a letter more likely one for its
      // like.
      const farFrom = (each: string): number =>
        Math.min(distance(name, each), distance(name.slice('GABLE_'.length), each) + 0.5);
      const best = known.map((each) => ({ each, far: farFrom(each) })).sort((a, b) => a.far - b.far)[0];
      const advice = best !== undefined && best.far <= 3 ? `; did you mean ${best.each}?` : '.';
      return `${name}: there is no such setting${advice}`;
    });
}
