// What the bundles are made without: what packages bring for others, and every process would read.

const PLACES = [
  /node_modules\/typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+Driver\.js$/, // databases that are not PostgreSQL
  /node_modules\/zod\/v4\/locales\/index\.js$/, // messages in fifty languages
  /node_modules\/libphonenumber-js\/max\/index\.cjs$/, // telephone numbers of all countries
];

/**
 * Whoever asks one of them is told so.
 * @type {import('rolldown').Plugin}
 */
export const LEFT_OUT = {
  name: 'left out',
  load: {
    filter: { id: PLACES },
    handler: (id) => (id.includes('/zod/') ? 'export {};' : saysThatItIsLeftOut(id)),
  },
};

/** @param {string} file */
function saysThatItIsLeftOut(file) {
  const place = file.slice(file.lastIndexOf('node_modules/'));
  return `module.exports = new Proxy({}, { get(_, name) {
    if (typeof name === 'symbol' || name === '__esModule') return undefined;
    throw new Error(${JSON.stringify(`${place} is left out by tools/left-out.mjs.`)});
  } });`;
}
