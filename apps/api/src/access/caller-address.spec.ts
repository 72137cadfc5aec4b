import { CallerAddress } from './caller-address.js';

const PROXIES = ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8'];
const from = (remoteAddress: string, forwardedFor?: string | string[]) => ({
  socket: { remoteAddress },
  headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor as string },
});

describe('the address of a caller', () => {
  const addresses = new CallerAddress(PROXIES);
  it.each([
    ['is the peer’s own where no proxy stands between', '198.51.100.1', undefined, '198.51.100.1'],
    ['is not what a stranger claims it to be', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['is what a trusted proxy saw', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['is what the last proxy saw, whatever the caller wrote before', '10.1.2.3', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['goes through several trusted hops', '10.1.2.3', '203.0.113.9, 192.0.2.7, 10.9.9.9', '203.0.113.9'],
    ['ends at the first hop that is not trusted', '10.1.2.3', '203.0.113.9, 192.0.2.8, 10.9.9.9', '192.0.2.8'],
    ['is the proxy’s where the proxy says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['is the proxy’s where the proxy hides it', '10.1.2.3', '203.0.113.9, unknown', '10.1.2.3'],
    ['is the proxy’s where the header is empty', '10.1.2.3', '', '10.1.2.3'],
    ['is the first proxy’s where all are trusted', '10.1.2.3', '10.4.5.6', '10.4.5.6'],
    ['stands without a port', '10.1.2.3', '203.0.113.9:51234', '203.0.113.9'],
    ['stands without brackets and port', '10.1.2.3', '[2001:DB8:0:0::1]:51234', '2001:db8::1'],
    ['is IPv4 where it was mapped into IPv6', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['sees a trusted proxy that was mapped', '::ffff:10.1.2.3', '::ffff:203.0.113.9', '203.0.113.9'],
    ['sees a trusted proxy of IPv6', 'fd12::1', '203.0.113.9', '203.0.113.9'],
    ['stands without the name of a link', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['is unknown where there is none', '', undefined, 'unknown'],
  ])('%s', (_, peer, header, expected) => {
    expect(addresses.of(from(peer, header))).toBe(expected);
  });

  it('is nobody’s claim where no proxy is trusted', () => {
    expect(new CallerAddress([]).of(from('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1');
  });
});

describe('what a limit is counted for', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
  ])('%s counts as %s', (peer, expected) => {
    expect(new CallerAddress([]).networkOf(from(peer))).toBe(expected);
  });
});
