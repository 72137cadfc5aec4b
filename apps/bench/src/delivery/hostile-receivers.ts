import net from 'node:net';

// Run as a process of its own. One listener for the whole loopback network, so that every address 127.x.y.z is a host
// of its own. It takes every connection and never answers; under /drip it sends the bytes of an endless header, one a
// second.
const DRIP_EVERY_MS = 1_000;

const server = net.createServer((socket) => {
  let dripping: NodeJS.Timeout | undefined;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearInterval(dripping));
  socket.on('data', (bytes) => {
    if (dripping !== undefined || !bytes.toString('latin1').startsWith('POST /drip')) return;
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    dripping = setInterval(() => socket.write('.'), DRIP_EVERY_MS);
  });
});
server.listen(0, '0.0.0.0', () => process.send!({ ports: [(server.address() as net.AddressInfo).port] }));
process.once('disconnect', () => process.exit());
