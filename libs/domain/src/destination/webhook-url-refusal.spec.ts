import { webhookUrlRefusal } from './webhook-url-refusal.js';

const PUBLIC = [
  'https://example.com',
  'https://example.com/',
  'https://Example.COM/hooks?x=1&y=%20#part',
  'HTTPS://example.com',
  'https://example.com:443/',
  'https://example.com:8443/a',
  'https://example.com:80/',
  'https://example.com:8080/',
  'https://a.b.c.example.co.uk/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://with_underscore.example.com/',
  'https://example.com./',
  'https://8.8.8.8/',
  'https://1.1.1.1:8443/',
  'https://134744072/',
  'https://0x08.8.8.8/',
  'https://010.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::808:808]/',
  'https://172.15.255.255/',
  'https://172.32.0.1/',
  'https://192.167.1.1/',
  'https://11.0.0.1/',
  'https://100.63.255.255/',
  'https://100.128.0.1/',
  'https://169.253.1.1/',
  'https://223.255.255.254/',
  'https://localhost.example.com/',
  'https://internal.example.com/',
  'https://127.0.0.1.nip.io/',
  'https://example.com/@path',
  'https://example.com/?q=a@b',
  `https://example.com/${'a'.repeat(1_980)}`,
];

const LOOPBACK = [
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.255/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0177.1/',
  'https://00000177.0.0.01/',
  'https://127.0.0.1./',
  'https://127。0。0。1/',
  'https://１２７.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://%31%32%37.0.0.1/',
  'https://127.0.0.0x1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000::0001]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:7f00:0001]/',
  'https://[::FFFF:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://LocalHost.:8443/',
  'https://a.localhost/',
  'https://a.b.localhost./',
  'https://ⓛocalhost/',
  'https://loc%61lhost/',
  'https://localhost/@example.com',
];

const INNER = [
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://3232235521/',
  'https://0xc0a80001/',
  'https://0300.0250.0.1/',
  'https://169.254.169.254/',
  'https://169.254.169.254:80/latest/meta-data',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[fd00:ec2::254]/',
  'https://168.63.129.16/',
  'https://2822734096/',
  'https://[::ffff:168.63.129.16]/',
  'https://100.100.100.200/',
  'https://0.0.0.0/',
  'https://0/',
  'https://0.1.2.3/',
  'https://[::]/',
  'https://100.64.0.1/',
  'https://100.127.255.254/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://4294967295/',
  'https://[fe80::1]/',
  'https://[febf::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[100::1]/',
  'https://[5f00::1]/',
  'https://[2001::1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::]/',
  'https://[2002:808:808::]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::a00:1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[1000::1]/',
  'https://[4000::1]/',
  'https://printer.local/',
  'https://printer.LOCAL./',
  'https://metadata.google.internal/',
  'https://db.internal/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://host.localdomain/',
  'https://intranet/',
  'https://metadata/',
];

const MALFORMED = [
  '',
  ' ',
  'example.com',
  '//example.com',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https://',
  'https://?',
  'ftp://example.com',
  'file:///etc/passwd',
  'gopher://example.com',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://example.com',
  'https://exa mple.com/',
  ' https://example.com/',
  'https://example.com/\r\nHost: x',
  'https://example.com/\t',
  'https://example.com/\n',
  'ht\ntps://example.com',
  'https:\\\\example.com',
  'https://example.com\\@127.0.0.1/',
  'https://example.com/\u0000',
  'https://example.com/\ud800',
  'https://exa\u200bmple.com/',
  'https://[::1',
  'https://[::1%25eth0]/',
  'https://256.256.256.256/',
  'https://1.2.3.4.5/',
  'https://a..b.example/',
  'https://-a.example/',
  'https://a-.example/',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(130)}example/`,
  `https://example.com/${'a'.repeat(1_981)}`,
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com%40x@127.0.0.1/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:0/',
  'https://example.com:65535/',
  'https://example.com:99999/',
  'http://example.com/',
  'http://8.8.8.8/',
  'http://127.0.0.1/',
];

const NETWORKS = ['127.0.0.0/8', '10.1.0.0/16', 'fd00::/8'];

describe('the address of a webhook', () => {
  it.each(PUBLIC)('may be %j', (url) => expect(webhookUrlRefusal(url)).toBeUndefined());
  it.each([...LOOPBACK, ...INNER])('may not lead inside: %j', (url) =>
    expect(webhookUrlRefusal(url)).toMatch(
      /^names the host .+ (?:which|whose) .+; use one that is reachable from the internet$/,
    ),
  );
  it.each(MALFORMED.map((url) => [url.length > 60 ? `${url.slice(0, 60)}…` : url, url]))('may not be %j', (_, url) =>
    expect(webhookUrlRefusal(url)).toBeDefined(),
  );

  it('is refused with what to do', () => {
    expect(webhookUrlRefusal('http://example.com/')).toBe(
      'must begin with https://; plain http is sent only into networks that the operator allows',
    );
    expect(webhookUrlRefusal('https://example.com:22/')).toBe('names port 22; possible are 443, 80, 8443, 8080');
    expect(webhookUrlRefusal('https://u:p@example.com/')).toBe(
      'may not carry a user name or password; verify the signature of the message instead',
    );
    expect(webhookUrlRefusal('https://0x7f.1/')).toBe(
      'names the host 127.0.0.1, which is the machine itself (loopback); use one that is reachable from the internet',
    );
    expect(webhookUrlRefusal('https://168.63.129.16/')).toContain('is a metadata service of a cloud');
  });
});

describe('networks that the operator allows', () => {
  it.each([
    'http://127.0.0.1:9999/hook',
    'https://127.0.0.1/',
    'http://2130706433/',
    'http://localhost:1/',
    'http://hooks.localhost/',
    'http://10.1.2.3:25/',
    'http://[fd00::1]:3000/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:10.1.0.1]/',
  ])('admit %s, on any port and without TLS', (url) => expect(webhookUrlRefusal(url, NETWORKS)).toBeUndefined());

  it.each([
    'http://10.2.0.1/',
    'https://192.168.0.1/',
    'http://[::1]/',
    'http://example.com/',
    'https://example.com:22/',
    'https://db.internal/',
    'http://u@127.0.0.1/',
    'ftp://127.0.0.1/',
    'https://[fe80::1]/',
  ])('do not admit %s', (url) => expect(webhookUrlRefusal(url, NETWORKS)).toBeDefined());

  it('admit a name when everything it resolves to lies in them', () => {
    expect(webhookUrlRefusal('http://db.internal:9/', NETWORKS, ['10.1.0.9', 'fd00::9'])).toBeUndefined();
    expect(webhookUrlRefusal('http://db.internal:9/', NETWORKS, ['10.1.0.9', '10.2.0.9'])).toBeDefined();
    expect(webhookUrlRefusal('http://db.internal:9/', NETWORKS, [])).toBeDefined();
  });
});

it('a name is refused for one of the addresses it resolves to, which the caller is not told', () => {
  expect(webhookUrlRefusal('https://example.com/', [], ['93.184.216.34', '2606:2800::1'])).toBeUndefined();
  expect(webhookUrlRefusal('https://example.com/', [], ['93.184.216.34', '10.0.0.1'])).toBe(
    'names the host example.com, one of whose addresses is in a private network; use one that is reachable ' +
      'from the internet',
  );
});

describe("networks that the operator closes, which may lie in public ones and in the operator's own", () => {
  const CLOSED = ['2a01:4f8:1::/48', '10.1.2.0/24'];

  it.each([
    ['https://[2a01:4f8:1::7]/', undefined],
    ['https://10.1.2.3/', undefined],
    ['http://10.1.2.3/', undefined],
    ['https://api.example.com/', ['2a01:4f8:1::7']],
    ['https://api.example.com/', ['93.184.216.34', '2a01:4f8:1::7']],
    ['https://db.internal/', ['10.1.0.9', '10.1.2.9']],
  ])('do not admit %s at %p', (url, addresses) => {
    expect(webhookUrlRefusal(url, NETWORKS, addresses, CLOSED)).toBeDefined();
  });

  it('are named as what they are, and leave others as they were', () => {
    expect(webhookUrlRefusal('https://[2a01:4f8:1::7]/', [], undefined, CLOSED)).toBe(
      'names the host 2a01:4f8:1::7, which is closed to webhooks by the operator; use one that is reachable from the ' +
        'internet',
    );
    expect(webhookUrlRefusal('https://[2a01:4f8:2::7]/', [], undefined, CLOSED)).toBeUndefined();
    expect(webhookUrlRefusal('http://10.1.3.3/', NETWORKS, undefined, CLOSED)).toBeUndefined();
  });
});
