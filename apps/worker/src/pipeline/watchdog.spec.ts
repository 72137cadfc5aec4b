import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process of its own: the watch kills it. */
async function run(body: string): Promise<{ signal: NodeJS.Signals | null; code: number | null; log: string }> {
  const program = `
    const { transformFileSync } = require('@swc/core');
    const { code } = transformFileSync(${JSON.stringify(path.join(__dirname, 'watchdog.ts'))}, { swcrc: false, jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
    const module_ = { exports: {} };
    new Function('require', 'module', 'exports', code)(require, module_, module_.exports);
    const end = module_.exports.watchMainThread(3);
    ${body}`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'pipe'], cwd: __dirname });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { signal, code, log };
}

it('kills a process whose main thread hangs, and says so', async () => {
  const { signal, log } = await run('setTimeout(() => { for (;;); }, 1_500);');
  expect(signal).toBe('SIGKILL');
  expect(log).toContain('the main thread hangs');
});

it('leaves a busy process alone that comes up for air, and keeps no process alive', async () => {
  const { code } = await run(
    'const until = Date.now() + 5_000; (function busy() { const piece = Date.now() + 900; while (Date.now() < piece); if (Date.now() < until) setTimeout(busy, 200); else end(); })();',
  );
  expect(code).toBe(0);
});
