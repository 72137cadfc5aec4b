import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs gable as a person would; nothing of what it is given here makes it look for a database. */
function gable(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const main = path.resolve(__dirname, '../../dist/main.js');
  const env = { PATH: process.env.PATH, GABLE_HOME: '/nowhere/gable', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

const key = (more: readonly string[]): string[] => ['keys', 'create', '--role', 'ROLE_SAAS_USER', ...more];
const named = ['--account', 'Ana', '--name', 'crm'];

describe('gable says what is wrong with what it was given', () => {
  it.each<[what: string, args: string[], sentence: string, environment?: NodeJS.ProcessEnv]>([
    ['a restore of nothing', ['restore'], 'error: Expects a file, or --cancel.'],
    [
      'a source of a feed that is no snapshot',
      ['ingest', '--source', 'agency.example', 'feed.ndjson'],
      'error: --source and --observed-at belong to --snapshot and one file.',
    ],
    [
      'a scope that the role never has',
      key([...named, '--scope', 'feeds:write']),
      '--scope feeds:write has no effect: ROLE_SAAS_USER does not allow it.',
    ],
    ['a name of two lines', key(['--account', 'Ana\nBo', '--name', 'crm']), 'Expects no control characters.'],
    ['a name with an escape', key(['--account', 'Ana', '--name', '\u001b[31mcrm']), 'Expects no control characters.'],
    ['a plan called none', ['plans', 'set', 'none'], 'none means no plan, or no limit of it, and cannot be a name.'],
    [
      'a setting, with its example as it is',
      ['status'],
      'such as alerts@example.org or Gable <alerts@example.org>, got "nobody"',
      { MAIL_FROM: 'nobody' },
    ],
  ])('%s', (_, args, sentence, environment = {}) => {
    const { status, stdout, stderr } = gable(args, environment);
    expect({ status, stdout, says: stderr.includes(sentence) ? sentence : stderr }).toEqual({
      status: 2,
      stdout: '',
      says: sentence,
    });
  });
});
