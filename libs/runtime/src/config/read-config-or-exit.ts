import { ConfigError, readConfig, type Config } from './config.js';

/** The settings of this process, or its end with code 2 and every mistake on standard error: nothing can be logged before the log is configured. */
export function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
