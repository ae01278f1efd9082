import { ImportProgressLine } from '../../../infrastructure/cli/import-report.js';

class Screen {
  readonly written: string[] = [];
  readonly columns = 80;

  constructor(readonly isTTY: boolean) {}

  write(text: string): boolean {
    this.written.push(text);
    return true;
  }

  get text(): string {
    return this.written.join('');
  }
}

const UNDISTURBED = new AbortController().signal;

const at = (created: number, skipped = 0) => ({
  created,
  updated: 0,
  unchanged: 0,
  skipped,
  position: { offset: created, line: created + 1 },
});

it('the progress is printed as plain lines if stderr is not a terminal', () => {
  const screen = new Screen(false);
  const line = new ImportProgressLine('customers', 200, true, UNDISTURBED, screen, 0);
  line.resumed(at(40));
  line.unknownColumn('shoe_size');
  line.progressed(at(98, 2));
  line.close();
  expect(screen.text).toMatch(
    /^customers: continuing after line 40, .+\ncustomers: the column shoe_size is unknown and is ignored\ncustomers: 100 rows, 49 %, \d+ rows\/s\n$/,
  );
});

it('the progress is not printed for a file that is read at once', () => {
  const screen = new Screen(false);
  const line = new ImportProgressLine('customers', 200, true, UNDISTURBED, screen);
  line.progressed(at(200));
  line.close();
  expect(screen.text).toBe('');
});

it('the progress is shown as a bar on a terminal', () => {
  const screen = Object.assign(new Screen(true), {
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
    clearScreenDown: () => true,
  });
  const line = new ImportProgressLine('customers', 200, true, UNDISTURBED, screen);
  line.progressed(at(100));
  line.close();
  expect(screen.text).toContain('0% | 0 rows');
});

it('a stop takes effect after the batch that is being stored, and its error says what that means', () => {
  for (const [goesOn, words] of [
    [true, 'to continue from here'],
    [false, 'nothing was stored'],
  ] as const) {
    const stopping = new AbortController();
    const line = new ImportProgressLine('customers', 200, goesOn, stopping.signal, new Screen(false));
    line.progressed(at(10));
    stopping.abort();
    expect(() => line.progressed(at(20))).toThrow(words);
  }
});
