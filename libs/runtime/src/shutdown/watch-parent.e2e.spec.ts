import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

it('watchParent notices when the parent process is gone', async () => {
  // A grandchild prints its id once it watches; then its parent is killed.
  const entry = pathToFileURL(path.resolve(__dirname, '../../dist/shutdown/shutdown.js')).href;
  const watcher = `import(${JSON.stringify(entry)}).then(({ watchParent }) => {
    watchParent(() => process.exit(0));
    console.log(process.pid);
  });
  setInterval(() => {}, 1000);`;
  const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(watcher)}], {
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const grandchild = Number(output.toString());
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  for (let waited = 0; isThere(grandchild); waited += 50) {
    if (waited > 30_000) throw new Error('the orphan still runs');
    await sleep(50);
  }
});

function isThere(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
