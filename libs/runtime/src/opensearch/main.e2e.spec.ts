import { spawnSync } from 'node:child_process';
import { OPENSEARCH_LAUNCHER } from './launcher.js';

const call = (...args: string[]) => spawnSync(process.execPath, [OPENSEARCH_LAUNCHER, ...args], { encoding: 'utf8' });

describe('npm run opensearch', () => {
  it('says in its help what each option is', () => {
    const { status, stdout } = call('--help');
    expect(status).toBe(0);
    for (const option of ['port', 'home', 'software', 'heap'])
      expect(stdout).toMatch(new RegExp(`^ +--${option} `, 'm'));
  });

  it.each([
    [['strt'], 'expects start, status or stop, got "strt"'],
    [['status', '--colour', 'red'], "Unknown option '--colour'"],
    [['status', '--port', 'x'], '--port expects a number, got "x"'],
    [['status', '--heap', 'all'], '--heap expects a size such as 512m or 1g, got "all"'],
    [['status', '--home'], "Option '--home <value>' argument missing"],
  ])('refuses %j with one line and exit code 2', (args, message) => {
    const { status, stdout, stderr } = call(...args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `opensearch: ${message}\n` });
  });
});
