import type { ApiProcess } from './api-process.js';

/**
 * Lets processes listen at one socket, so that they accept from one backlog. Those that listen have it: the supervisor
 * itself would accept connections, and can do nothing with them. Whoever comes gets it from another one; where nobody
 * has it, as at the start, the first opens the port.
 */
export class SharedSocket {
  private entering: Promise<void> = Promise.resolve();

  constructor(private readonly running: ReadonlySet<ApiProcess>) {}

  /** One after the other: two would open the port at the same moment. */
  enter(process: ApiProcess): void {
    this.entering = this.entering.then(async () => {
      this.letListen(process);
      await process.settled;
    });
  }

  /** All are asked, since one may be held; the first that answers is enough. */
  private letListen(process: ApiProcess): void {
    const lenders = [...this.running].filter(({ isListening }) => isListening);
    let [asked, isDone] = [lenders.length, false];
    if (asked === 0) process.letListen();
    for (const lender of lenders)
      void lender.lend().then((socket) => {
        asked -= 1;
        if (isDone || (socket === undefined && asked > 0)) return void socket?.close();
        isDone = true;
        process.letListen(socket);
      });
  }
}
