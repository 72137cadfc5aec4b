import { ConfigError } from '@gable/runtime';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { COMMANDS, type CommandOutline } from './commands/commands.js';
import { endWithOutput } from './terminal/end-with-output.js';
import { FAILED, printFailure, WRONG_USAGE } from './terminal/outcome.js';

const program = new Command('gable')
  .description('Property-listing search and alerting.')
  .showHelpAfterError('(gable help shows what there is)')
  .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  .enablePositionalOptions()
  .exitOverride();

endWithOutput(process);
const wanted = outlineOf(nameIn(process.argv.slice(2)));
if (wanted === undefined) list(COMMANDS);
else program.addCommand(inherit((await wanted.load()).description(wanted.description)));

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Help that was asked for is no mistake.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    // Commander writes what it finds wrong itself, but not what a command finds wrong when it runs.
    if (error instanceof InvalidArgumentError) process.stderr.write(`error: ${error.message}\n`);
    if (error.exitCode !== 0 && process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ error: error.message })}\n`);
  } else {
    printFailure(error, process.argv.includes('--json'));
    process.exitCode = error instanceof ConfigError ? WRONG_USAGE : FAILED;
  }
}

/** What is asked for, or whose help is. */
function nameIn([first = '', second = '']: readonly string[]): string {
  return first === 'help' || first === '--' ? second : first;
}

function outlineOf(name: string): CommandOutline | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

/** Names alone: for help, and for a word that is none of them. */
function list(commands: typeof COMMANDS): void {
  program.configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` });
  for (const [name, { takes, description }] of Object.entries(commands))
    program.addCommand(new Command(name).usage(takes).description(description));
}

/** Commander copies settings to subcommands made with `.command()`, not to those added. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  command.commands.forEach(inherit);
  return command;
}
