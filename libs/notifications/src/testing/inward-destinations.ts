/** A destination that leads inwards. `reachesLoopback`: without any guard a connection to this machine is made. */
export interface InwardDestination {
  readonly url: string;
  readonly reachesLoopback: boolean;
}

/** Names of the corpus and what they resolve to, mixed records among them. */
export const INWARD_NAMES: Readonly<Record<string, readonly string[]>> = {
  'inward.example': ['127.0.0.1'],
  'inward6.example': ['::1'],
  'both.example': ['127.0.0.1', '::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'mixed.example': ['198.41.0.4', '127.0.0.1'],
  'mixed-last.example': ['198.41.0.4', '199.9.14.201', '2001:500:200::b', '10.0.0.1'],
  'mixed6.example': ['2001:500:200::b', '::1'],
  'private.example': ['10.1.2.3'],
  'private16.example': ['172.16.0.1'],
  'private24.example': ['192.168.1.1'],
  'metadata.example': ['169.254.169.254'],
  'azure.example': ['168.63.129.16'],
  'alibaba.example': ['100.100.100.200'],
  'unspecified.example': ['0.0.0.0'],
  'unspecified6.example': ['::'],
  'linklocal.example': ['fe80::1'],
  'ula.example': ['fd00:ec2::254'],
  'multicast.example': ['224.0.0.1'],
  'broadcast.example': ['255.255.255.255'],
  'shared.example': ['100.64.0.1'],
  'tunnel.example': ['2002:7f00:1::'],
  'teredo.example': ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'rubbish.example': ['not an address'],
  'none.example': [],
  localhost: ['127.0.0.1'],
  'a.localhost': ['127.0.0.1'],
  'printer.local': ['192.168.1.9'],
  'metadata.google.internal': ['169.254.169.254'],
  'xn--inwrd-6qa.example': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
};

/**
 * Over 200 destinations that lead to this machine, to private networks or to metadata services, in every spelling, on
 * `port`.
 */
export function inwardDestinations(port: number): readonly InwardDestination[] {
  const hosts = [
    ...INWARD_ADDRESSES.flatMap((address) =>
      spellings(address).map((host) => ({ host, reachesLoopback: LOOPBACK.test(address) && !isTunnelled(host) })),
    ),
    ...ODD_LOOPBACKS.map((host) => ({ host, reachesLoopback: true })),
    ...INNER_IPV6.map((host) => ({ host, reachesLoopback: host === '[::1]' || host === '[0:0:0:0:0:0:0:1]' })),
    ...Object.entries(INWARD_NAMES).map(([host, addresses]) => ({
      host,
      reachesLoopback: addresses.length > 0 && addresses.every((address) => LOOPBACK.test(address)),
    })),
  ];
  const plain = hosts.map(({ host, reachesLoopback }) => ({ url: `http://${host}:${port}/hooks`, reachesLoopback }));
  const tls = ['127.0.0.1', '[::1]', 'inward.example', '0x7f.1'].map((host) => ({
    url: `https://${host}:${port}/hooks`,
    reachesLoopback: true,
  }));
  const spelled = ['HTTP://127.0.0.1', 'http://LOCALHOST', 'http://%31%32%37.0.0.1', 'http://Inward.Example'].map(
    (start) => ({ url: `${start}:${port}`, reachesLoopback: true }),
  );
  return [...plain, ...tls, ...spelled];
}

/** Addresses that are refused for their spelling: nothing is even looked up. */
export function malformedDestinations(port: number): readonly string[] {
  const origin = `127.0.0.1:${port}`;
  return [
    `http://user@${origin}/`,
    `http://user:pass@${origin}/`,
    `http://:@${origin}/`,
    `http://good.example@${origin}/`,
    `http://good.example:80@${origin}/`,
    `http://good.example%40@${origin}/`,
    `http://@${origin}/`,
    `http:\\\\${origin}\\`,
    `http://good.example\\@${origin}/`,
    `http:/${origin}/`,
    `http:${origin}/`,
    `http:///${origin}/`,
    `//${origin}/`,
    origin,
    `/${origin}/`,
    '',
    ' ',
    'hooks',
    `http://127.0.0.\t1:${port}/`,
    `http://${origin}/a\r\nX: y`,
    `http://${origin}/ a`,
    ` http://${origin}/`,
    `ht\ntp://${origin}/`,
    `http://127.0.0.1\u200b:${port}/`,
    `http://${origin}/\0`,
    `ftp://${origin}/`,
    `file:///etc/passwd`,
    `gopher://${origin}/_x`,
    `ws://${origin}/`,
    `data:text/plain,x`,
    `javascript:alert(1)`,
    `unix:/var/run/docker.sock`,
    `http+unix://%2Fvar%2Frun/`,
    `dict://${origin}/`,
    'http://[::1',
    `http://[::1%25lo]:${port}/`,
    `http://[fe80::1%eth0]:${port}/`,
    `http://127.0.0.1:99999/`,
    `http://127.0.0.256:${port}/`,
    `http://1.2.3.4.5:${port}/`,
    'http://',
    'https://',
    `http://${origin}/${'a'.repeat(3_000)}`,
  ];
}

const INWARD_ADDRESSES = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '168.63.129.16',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];
const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1$|::$|::ffff:127\.)/;

/**
 * An IPv4 address as decimal, octal and hexadecimal numbers, in parts and whole, and inside IPv6 in the ways there
 * were.
 */
function spellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a, b, c, d] = bytes as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const high = (a * 256 + b).toString(16);
  const low = (c * 256 + d).toString(16);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    [...address].map((digit) => (digit === '.' ? '。' : String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
  ];
}

/** Mapped addresses are connected to as what they map; translated and tunnelled ones depend on the network outside. */
function isTunnelled(host: string): boolean {
  return (
    (host.startsWith('[') && !host.includes('::ffff:') && !host.includes(':0:ffff:')) || host.startsWith('[::ffff:0:')
  );
}

const ODD_LOOPBACKS = [
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0177.1',
  '0',
  '0x0',
  '00',
  '0.0',
  '①②⑦.⓪.⓪.①',
  '127.0.0.0x1',
  '017700000001',
  '127.0x0.000.1',
];
const INNER_IPV6 = [
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[fd00:ec2::254]',
  '[2001:10::1]',
  '[2001:2::1]',
  '[5f00::1]',
  '[3fff::1]',
  '[4000::1]',
];
