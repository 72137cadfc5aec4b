import { held } from './french-spaces.js';

it('keeps French signs on the line of their word, in texts, in texts with values and in groups', () => {
  const words = held({
    plain: 'Quoi ? Ceci : « cela »',
    said: (name: string) => `Retirer : ${name} !`,
    in: { it: 'a ; b' },
  });
  expect(words.plain).toBe('Quoi\u00a0? Ceci\u00a0: «\u00a0cela\u00a0»');
  expect(words.said('Lyon')).toBe('Retirer\u00a0: Lyon\u00a0!');
  expect(words.in.it).toBe('a\u00a0; b');
});
