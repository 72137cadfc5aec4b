import { deliveryOrigin } from './delivery-origin.js';

it.each([
  ['https://Hooks.Example/a?b', 'https://hooks.example'],
  ['https://hooks.example:443/', 'https://hooks.example'],
  ['https://hooks.example:8443/', 'https://hooks.example:8443'],
  ['http://hooks.example:80', 'http://hooks.example'],
  ['http://[2001:DB8::1]:8080/x', 'http://[2001:db8::1]:8080'],
])('the origin of %s is %s', (address, origin) => expect(deliveryOrigin('WEBHOOK', address)).toBe(origin));

it('a mail has none: it goes to our own mail server', () => {
  expect(deliveryOrigin('EMAIL', 'ana@example.org')).toBeNull();
});
