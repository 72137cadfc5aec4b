import config from './eslint.config.mjs';
const rule = '@nx/enforce-module-boundaries';
export default config.map((c) => ({
  ...c,
  languageOptions: c.languageOptions ? { ...c.languageOptions, parserOptions: { projectService: false } } : undefined,
  rules: c.rules && rule in c.rules ? { [rule]: c.rules[rule] } : {},
})).map((c) => Object.fromEntries(Object.entries(c).filter(([, v]) => v !== undefined)));
