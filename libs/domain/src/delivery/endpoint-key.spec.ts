import { endpointKey } from './endpoint-key.js';

it.each([
  ['https://Hooks.Example/a/B?alert=1#top', 'hooks.example/a/B'],
  ['http://hooks.example/a/B', 'hooks.example/a/B'],
  ['https://hooks.example:8443', 'hooks.example:8443/'],
  ['https://hooks.example/?alert=2', 'hooks.example/'],
  ['https://hooks.example?alert=2', 'hooks.example/'],
])('the endpoint of %s is %s', (address, key) => expect(endpointKey('WEBHOOK', address)).toBe(key));

it('the endpoint of a mail is its address in lower case', () => {
  expect(endpointKey('EMAIL', 'Ana@example.org')).toBe('ana@example.org');
});

it('there is none without a host', () => {
  expect(() => endpointKey('WEBHOOK', 'hooks.example')).toThrow('scheme and a host');
});
