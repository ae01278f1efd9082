import { jest } from '@jest/globals';
import { BackgroundTurns, type EventLoop } from '../../adapters/background-turns.js';
import { startTestService } from '../support/service.js';

/** An event loop whose time the test tells. Calls that wait for a moment run when the time goes on. */
class ToldLoop implements EventLoop {
  private busy = 0;
  private idle = 0;
  private calls: (() => void)[] = [];

  now = (): number => this.busy + this.idle;
  times = (): { busy: number; idle: number } => ({ busy: this.busy, idle: this.idle });
  inNextTurn = (call: () => void): void => void this.calls.push(call);
  soon = this.inNextTurn;

  pass({ busy = 0, idle = 0 }): void {
    this.busy += busy;
    this.idle += idle;
    for (const call of this.calls.splice(0)) call();
  }
}

let loop: ToldLoop;
let turns: BackgroundTurns;
let began: string[];
let ending: AbortController;

beforeEach(() => {
  loop = new ToldLoop();
  turns = new BackgroundTurns(loop);
  began = [];
  ending = new AbortController();
});

/** Lets so many pieces of the shop's work wait for their turns. */
function work(shop: string, pieces: number): void {
  for (let n = 0; n < pieces; n += 1) void turns.turn(shop, ending.signal).then(() => began.push(shop));
}

/** Lets turns of the event loop pass, each of which is as busy and as idle as this. */
async function turnsPass(amount: number, turn: { busy?: number; idle?: number }): Promise<number> {
  for (let n = 0; n < amount; n += 1) {
    loop.pass(turn);
    await Promise.resolve(); // what has begun is noted
  }
  return began.length;
}

/** Lets so many requests of the shop come at this moment. */
function requests(shop: string, amount: number): void {
  for (let n = 0; n < amount; n += 1) turns.noteRequest(shop, loop.now());
}

const IS_BUSY = { busy: 1 };

it('one piece of work begins in each turn of the event loop, and the shops take turns', async () => {
  work('one', 3);
  work('two', 1);
  expect(await turnsPass(1, IS_BUSY)).toBe(1);
  await turnsPass(3, IS_BUSY);
  expect(began).toEqual(['one', 'two', 'one', 'one']);
});

it('work does not give way to requests of its own shop', async () => {
  requests('one', 1);
  work('one', 50);
  expect(await turnsPass(50, IS_BUSY)).toBe(50);
});

it('work gives way to requests of another shop while the event loop is busy', async () => {
  requests('two', 1);
  requests('one', 1);
  work('one', 50);
  // one piece for the request of its own, and one in each 20 ms
  expect(await turnsPass(60, IS_BUSY)).toBeLessThan(6);
  expect(began.length).toBeGreaterThan(2);
});

it('work goes on beside requests of another shop while the event loop is idle for three quarters of the time', async () => {
  requests('two', 1);
  work('one', 50);
  const atOnce = await turnsPass(60, IS_BUSY);
  expect(await turnsPass(60, { busy: 1, idle: 2 })).toBeLessThan(atOnce + 15);
  requests('two', 1);
  const before = began.length;
  expect(await turnsPass(30, { busy: 1, idle: 5 })).toBeGreaterThan(before + 8);
});

it('each request lets a piece of its own shop’s work begin, so work that follows requests is not late', async () => {
  work('one', 100);
  work('two', 100);
  await turnsPass(20, IS_BUSY);
  began = [];
  for (let n = 0; n < 50; n += 1) {
    requests('two', 1);
    await turnsPass(1, IS_BUSY);
  }
  expect(began.filter((shop) => shop === 'two').length).toBeGreaterThan(45);
  expect(began.filter((shop) => shop === 'one').length).toBeLessThan(4);
});

it('work waits no longer when it is told to end', async () => {
  requests('two', 1);
  work('one', 50);
  await turnsPass(2, IS_BUSY);
  expect(began.length).toBeLessThan(4);
  ending.abort();
  work('one', 1);
  await Promise.resolve();
  await Promise.resolve();
  expect(began).toHaveLength(51);
});

it('work begins as soon as it can when the other shop has been silent for a second', async () => {
  requests('two', 1);
  work('one', 300);
  const slow = await turnsPass(1000, IS_BUSY);
  expect(slow).toBeLessThan(60);
  expect(await turnsPass(100, IS_BUSY)).toBeGreaterThan(slow + 95);
});

it('requests count for the shop of their key, and not those without a valid key', async () => {
  const service = await startTestService();
  const { full, id } = await service.shop();
  const noted = jest.spyOn(service.container.get(BackgroundTurns), 'noteRequest');
  await full.get('/me');
  await full.get('/me');
  await service.as('sk_wrong').get('/me');
  expect(noted.mock.calls.map(([of]) => of)).toEqual([id, id]);
  await service.stop();
});
