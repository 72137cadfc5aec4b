import { PublishedDocument } from './published-document.js';

it('is made once, when it is first asked for, whoever asks then', () => {
  let made = 0;
  const published = new PublishedDocument(() => {
    made += 1;
    return { openapi: '3.1.0', info: { title: 'Spec', version: '1' }, paths: {} };
  });
  expect(made).toBe(0);
  const answers = [published.bytes, published.bytes];
  expect(made).toBe(1);
  expect(answers[0]).toBe(answers[1]);
  expect(JSON.parse(answers[0]!.toString())).toEqual(published.document);
  expect(made).toBe(1);
});
