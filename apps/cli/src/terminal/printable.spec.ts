import { printable, printableName } from './printable.js';

describe('printable', () => {
  it('writes out what steers a terminal or turns the direction of a line', () => {
    expect(printable('a\u001b]0;title\u0007b\u009b2J\r\u202ec\u2028\ud800')).toBe(
      String.raw`a\u001b]0;title\u0007b\u009b2J\u000d\u202ec\u2028\ud800`,
    );
  });

  it('leaves lines and every other text as they are', () => {
    const text = 'Été: 3 pièces, 日本, 👩‍👧\n"x" \\ y';
    expect(printable(text)).toBe(text);
  });

  it('changes nothing of what a JSON text says', () => {
    const answer = { 'x\u001b\u009b\u202ey': ['\n\u0007', 1] };
    const printed = printable(JSON.stringify(answer));
    expect(JSON.parse(printed)).toEqual(answer);
    expect(printed).not.toMatch(/[\u009b\u202e]/);
  });
});

it('printableName keeps a name within its line', () => {
  expect(printableName('x\ny\u001b[2J')).toBe(String.raw`x\u000ay\u001b[2J`);
});
