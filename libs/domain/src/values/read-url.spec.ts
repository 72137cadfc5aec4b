import { readUrl } from './read-url.js';

it('reads what is a URL and nothing else', () => {
  expect(readUrl('https://bücher.example/straße')?.href).toBe('https://xn--bcher-kva.example/stra%C3%9Fe');
  expect(['', 'example.com', 'https://', 'https://a b/', '//x'].map(readUrl)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('still does when asked often', () => {
  for (let i = 0; i < 20_000; i += 1)
    if (readUrl('https://bücher.example/') === undefined) throw new Error(`refused at call ${i}`);
});
