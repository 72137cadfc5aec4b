import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const runtime = pathToFileURL(path.resolve(__dirname, '../../dist/index.js')).href;
const SHOW = `const { giveWay } = await import('${runtime}');
  giveWay(7);
  const os = await import('node:os');
  const fs = await import('node:fs');
  const group = fs.existsSync('/proc/self/autogroup') ? fs.readFileSync('/proc/self/autogroup', 'utf8') : '';
  console.log(os.getPriority(), group.trim());`;

/** Priority of a process that gives way by 7, and that of its session, as it says them. */
async function show(leadsSession: boolean): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SHOW], {
    detached: leadsSession,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim();
}

it('gives way among the processes of its session, and as a session where it leads one', async () => {
  expect(await show(false)).toMatch(/^7\b/);
  if (!fs.existsSync('/proc/self/autogroup')) return;
  expect(await show(false)).not.toMatch(/nice 7$/); // the others of the session keep theirs
  expect(await show(true)).toMatch(/^7 \S+ nice 7$/);
});
