import { ConfigError, createLogger, environmentThatFollows, readConfigOrExit } from '@gable/runtime';
import { supervises } from './processes/supervises.js';

// Its modules are read while the environment may still be on its way. A supervisor needs neither Nest nor the database.
const reading = supervises() ? import('./processes/supervise.js') : import('./serve.js');
await environmentThatFollows();
const config = readConfigOrExit();
const log = createLogger({ name: 'api', level: config.logLevel });
const { run, explain } = await reading;
try {
  await run(config, log);
} catch (error) {
  log.fatal({ err: error }, explain(error, config));
  process.exit(error instanceof ConfigError ? 2 : 1);
}
