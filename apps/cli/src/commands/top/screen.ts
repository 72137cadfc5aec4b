import type { WriteStream } from 'node:tty';
import type { Canvas } from './draw-state.js';

const ENTER = '\u001b[?1049h\u001b[?25l'; // the alternate screen, without a cursor
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** The whole terminal for as long as it is open. Leaves it as it was, however the process ends (but for SIGKILL). */
export class Screen {
  private lines: readonly string[] = [];

  /** `redraw` is called when the window has another size, or comes back from the background. */
  constructor(
    private readonly terminal: WriteStream,
    private readonly redraw: () => void,
  ) {
    process.on('exit', this.leave);
    process.on('SIGTSTP', this.suspend);
    process.on('SIGCONT', this.resume);
    terminal.on('resize', redraw);
    terminal.write(ENTER);
  }

  get canvas(): Canvas {
    return canvasOf(this.terminal);
  }

  show(lines: readonly string[]): void {
    this.lines = lines;
    this.terminal.write(HOME + lines.map((line) => `${line}${CLEAR_LINE}`).join('\n') + CLEAR_BELOW);
  }

  close(): void {
    process.off('exit', this.leave);
    process.off('SIGTSTP', this.suspend);
    process.off('SIGCONT', this.resume);
    this.terminal.off('resize', this.redraw);
    this.leave();
  }

  private readonly leave = (): void => {
    this.terminal.write(LEAVE);
  };

  /** Ctrl-Z: the shell gets its own screen back meanwhile. */
  private readonly suspend = (): void => {
    this.leave();
    process.kill(process.pid, 'SIGSTOP');
  };

  private readonly resume = (): void => {
    this.terminal.write(ENTER);
    this.show(this.lines);
    this.redraw();
  };
}

/** The size of a terminal; of something else, what is usual. NO_COLOR (no-color.org) and dumb terminals have none. */
export function canvasOf(stream: { isTTY?: boolean; columns?: number; rows?: number }): Canvas {
  const { NO_COLOR, TERM } = process.env;
  const isTerminal = stream.isTTY === true;
  return {
    columns: isTerminal ? Math.max(20, stream.columns ?? 80) : 160,
    rows: isTerminal ? Math.max(4, stream.rows ?? 24) : Infinity,
    hasColor: isTerminal && !NO_COLOR && TERM !== 'dumb',
  };
}
