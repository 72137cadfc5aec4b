import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export interface CaughtMail {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
}

/** A mail server on loopback that keeps what it is sent. */
export interface MailServer {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** Resets every connection, as a cable would. */
  cut(): void;
  close(): Promise<void>;
}

/** An SMTP reply other than "go on". */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Starts an SMTP server. `options` take over where it should misbehave; without them it takes every mail. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        });
        callback(null, 'Message accepted');
      });
    },
    ...options,
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
