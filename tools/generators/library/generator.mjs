// nx g @gable/tools:library NAME [--type=core|data|feature] [--imports=domain,…] [--owner=@gable/team]
import path from 'node:path';
import { formatFiles, readJson, updateJson, writeJson } from '@nx/devkit';

const COMPILER = 'node ../../node_modules/typescript7/bin/tsc';
/** Where new arrows go; the comment stands in eslint.config.mjs. */
const ARROW_MARK = '  // nx g @gable/tools:library adds its line above this one';

/**
 * Makes a library. Run `npm install` afterwards: it links the new package.
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, type?: string, owner?: string, imports?: string[], description?: string }} options
 */
export default async function library(tree, options) {
  const { name, type = 'core', owner = '@gable/founders', imports = ['domain'] } = options;
  const description = options.description ?? `What ${name} does, in one sentence.`;
  const folder = `libs/${name}`;
  if (tree.exists(folder)) throw new Error(`${folder} is there already.`);
  const missing = imports.filter((other) => !tree.exists(`libs/${other}/package.json`));
  if (missing.length > 0) throw new Error(`There is no library ${missing.join(', ')}.`);

  const { version, engines } = readJson(tree, 'package.json');
  writeJson(tree, `${folder}/package.json`, manifest({ name, type, imports, description, version, engines }));
  tree.write(`${folder}/LICENSE`, tree.read('LICENSE') ?? '');
  writeJson(tree, `${folder}/tsconfig.json`, {
    extends: '../../tsconfig.base.json',
    compilerOptions: { noEmit: true },
    include: ['src/**/*.ts'],
  });
  writeJson(tree, `${folder}/tsconfig.build.json`, {
    extends: '../../tsconfig.build.base.json',
    exclude: ['src/**/*.spec.ts', 'src/testing/**'],
    references: imports.map((other) => ({ path: `../../libs/${other}/tsconfig.build.json` })),
  });
  tree.write(`${folder}/README.md`, readme(name, description));
  const [first, words] = [camelCase(name), name.replaceAll('-', ' ')];
  tree.write(`${folder}/src/index.ts`, `export { ${first} } from './${name}.js';\n`);
  tree.write(`${folder}/src/${name}.ts`, `/** The first word of ${words}. */\nexport const ${first} = '${name}';\n`);
  tree.write(
    `${folder}/src/${name}.spec.ts`,
    `import { ${first} } from './${name}.js';\n\nit('is called ${name}', () => expect(${first}).toBe('${name}'));\n`,
  );

  updateJson(tree, 'tsconfig.build.json', (config) => {
    config.references.push({ path: `${folder}/tsconfig.build.json` });
    config.references.sort(byFolder);
    return config;
  });
  addArrow(tree, name, imports);
  addOwner(tree, folder, owner);
  await formatFiles(tree);
  return () => console.log(`Run npm install to link @gable/${name}.`);
}

/**
 * @param {{
 *   name: string, type: string, imports: string[], description: string, version: string, engines: object,
 * }} library
 */
function manifest({ name, type, imports, description, version, engines }) {
  return {
    name: `@gable/${name}`,
    version,
    description,
    license: 'Apache-2.0',
    engines,
    type: 'module',
    private: true,
    exports: {
      '.': { '@gable/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
    },
    files: ['dist', '!dist/*.tsbuildinfo', '!dist/**/*.spec.*', '!dist/testing'],
    dependencies: Object.fromEntries(imports.map((other) => [`@gable/${other}`, version])),
    scripts: {
      build: `${COMPILER} -b tsconfig.build.json`,
      typecheck: `${COMPILER} -p tsconfig.json`,
      lint: 'eslint .',
      test: `node ../../tools/test.mjs libs/${name} --kind=unit`,
    },
    nx: { tags: [`scope:${name}`, `type:${type}`] },
  };
}

/**
 * @param {string} name
 * @param {string} description
 */
function readme(name, description) {
  return `# @gable/${name}

${description}

\`\`\`ts
import { ${camelCase(name)} } from '@gable/${name}';
\`\`\`

\`npx nx test ${name}\` runs its unit specs.
`;
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} name
 * @param {readonly string[]} imports
 */
function addArrow(tree, name, imports) {
  const config = tree.read('eslint.config.mjs', 'utf8') ?? '';
  if (!config.includes(ARROW_MARK)) throw new Error('eslint.config.mjs has lost the comment where arrows are added.');
  const arrow = `  '${name}': [${imports.map((other) => `'${other}'`).join(', ')}],\n`;
  tree.write('eslint.config.mjs', config.replace(ARROW_MARK, arrow + ARROW_MARK));
}

/**
 * The line stands after the last one of a library.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} folder
 * @param {string} owner
 */
function addOwner(tree, folder, owner) {
  const lines = (tree.read('CODEOWNERS', 'utf8') ?? '').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/libs/'));
  lines.splice(last + 1, 0, `/${folder}/`.padEnd(37) + owner);
  tree.write('CODEOWNERS', lines.join('\n'));
}

/**
 * Libraries before apps, each in the order of the alphabet.
 * @param {{ path: string }} one
 * @param {{ path: string }} other
 */
function byFolder(one, other) {
  const [folder, otherFolder] = [path.dirname(one.path), path.dirname(other.path)];
  return otherFolder.slice(0, 4).localeCompare(folder.slice(0, 4)) || folder.localeCompare(otherFolder);
}

/** @param {string} name */
function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
