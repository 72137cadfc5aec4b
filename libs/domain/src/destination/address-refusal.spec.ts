import { addressRefusal, inNetworks } from './address-refusal.js';

describe('an IP address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2001:4860:4860::8888',
  ])('%s may be sent to', (ip) => expect(addressRefusal(ip)).toBeUndefined());

  it.each([
    ['127.0.0.1', 'is the machine itself (loopback)'],
    ['::1', 'is the machine itself (loopback)'],
    ['::ffff:127.0.0.1', 'is the machine itself (loopback)'],
    ['64:ff9b::127.0.0.1', 'is the machine itself (loopback)'],
    ['10.0.0.1', 'is in a private network'],
    ['fd12::1', 'is in a private network'],
    ['fec0::1', 'is in a private network'],
    ['169.254.1.1', 'is a link-local address'],
    ['fe80::1%eth0', 'is a link-local address'],
    ['169.254.169.254', 'is a metadata service of a cloud'],
    ['::ffff:168.63.129.16', 'is a metadata service of a cloud'],
    ['fd00:ec2::254', 'is a metadata service of a cloud'],
    ['100.64.0.1', "is in a provider's inner network"],
    ['0.0.0.0', 'is the address of no host'],
    ['::', 'is the address of no host'],
    ['224.0.0.1', 'is a multicast address'],
    ['255.255.255.255', 'is a broadcast address'],
    ['2002:808:808::1', 'is an address of a retired tunnel (6to4)'],
    ['2001::1', 'is an address of a retired tunnel (Teredo)'],
    ['::7f00:1', 'is no public address'],
    ['192.0.2.1', 'is reserved'],
    ['64:ff9b:1::1', 'is reserved (rfc6052)'],
    ['example.com', 'is not an IP address'],
    ['', 'is not an IP address'],
  ])('%s may not: it %s', (ip, refusal) => expect(addressRefusal(ip)).toBe(refusal));

  it('may where the operator allows its network, in whatever way it is written', () => {
    expect(
      ['127.0.0.1', '::ffff:127.9.9.9', '::ffff:7f00:1', '64:ff9b::7f00:1'].map((ip) =>
        addressRefusal(ip, ['127.0.0.0/8']),
      ),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(addressRefusal('169.254.169.254', ['169.254.169.254/32'])).toBeUndefined();
    expect(['128.0.0.1', '::1', '10.0.0.1'].map((ip) => inNetworks(ip, ['127.0.0.0/8', 'fd00::/8']))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('may not where the operator closes its network, public or allowed, in whatever way it is written', () => {
    const closed = ['2a01:4f8:1::/48', '203.98.7.0/24'];
    const refusals = ['2a01:4f8:1::7', '203.98.7.9', '::ffff:203.98.7.9', '64:ff9b::cb62:709'].map((ip) =>
      addressRefusal(ip, ['203.98.0.0/16'], closed),
    );
    expect(refusals).toEqual(Array(4).fill('is closed to webhooks by the operator'));
    expect(['2a01:4f8:2::7', '203.98.8.9'].map((ip) => addressRefusal(ip, [], closed))).toEqual([undefined, undefined]);
  });
});
