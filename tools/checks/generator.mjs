// Proves that `nx g @gable/tools:library` makes a library that builds, lints and passes its spec: in a copy of the
// workspace's tracked files, which is thrown away.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-generator-'));
const name = 'trial-of-generator';
const nx = path.join('node_modules', 'nx', 'dist', 'bin', 'nx.js');

try {
  copyWorkspace();
  run(process.execPath, [nx, 'g', '@gable/tools:library', name, '--type=core', '--imports=domain']);
  // What npm install would do.
  fs.symlinkSync(path.join('..', '..', 'libs', name), path.join(copy, 'node_modules', '@gable', name));
  for (const [file, text] of Object.entries({
    CODEOWNERS: `/libs/${name}/`,
    'eslint.config.mjs': `'${name}': ['domain']`,
    'tsconfig.build.json': `libs/${name}/tsconfig.build.json`,
    [`libs/${name}/README.md`]: `@gable/${name}`,
    [`libs/${name}/LICENSE`]: 'Apache License',
    [`libs/${name}/package.json`]: '"engines"',
  }))
    if (!fs.readFileSync(path.join(copy, file), 'utf8').includes(text)) throw new Error(`${file} does not say ${text}`);
  const others = referencesIn(copy).filter((folder) => !folder.includes(name));
  if (others.join() !== referencesIn(root).join()) throw new Error('the lines of other libraries were moved');
  for (const target of ['build', 'typecheck', 'lint', 'test']) run(process.execPath, [nx, target, name]);
  if (!fs.existsSync(path.join(copy, 'libs', name, 'dist', 'index.d.ts'))) throw new Error('nothing was built');
  console.log('the generated library builds, lints and passes its spec');
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}

/**
 * Copies every tracked or new file that still exists, and node_modules: its packages are linked, the workspace's own
 * point into the copy.
 */
function copyWorkspace() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) {
    const source = path.join(root, file);
    if (fs.existsSync(source)) fs.cpSync(source, path.join(copy, file));
  }
  // Nx reads what is ignored and what changed from git.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  const modules = path.join(copy, 'node_modules');
  fs.mkdirSync(modules);
  for (const entry of fs.readdirSync(path.join(root, 'node_modules')))
    if (entry !== '@gable' && entry !== '.cache')
      fs.symlinkSync(path.join(root, 'node_modules', entry), path.join(modules, entry));
  fs.cpSync(path.join(root, 'node_modules', '@gable'), path.join(modules, '@gable'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** @param {string} workspace */
function referencesIn(workspace) {
  /** @type {{ references: { path: string }[] }} */
  const { references } = JSON.parse(fs.readFileSync(path.join(workspace, 'tsconfig.build.json'), 'utf8'));
  return references.map((reference) => reference.path);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  console.log(`$ ${args.slice(1).join(' ')}`);
  execFileSync(command, args, {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: copy },
  });
}
