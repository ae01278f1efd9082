import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.js';
import { aCallWithAudio } from '../../support/builders/a-stored-file.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { tone } from './tone.js';

/** So long that the browser does not fetch all of it before it seeks. */
const SECONDS = 1200;

interface PlayerState {
  readonly at: number;
  readonly seconds: number;
  readonly error: string | null;
  readonly paused: boolean;
}

describe('a recording in a browser', () => {
  let service: TestService;
  let shop: TestShop;
  let browser: Browser;
  let page: Page;
  let url: string;
  let asked: { readonly url: string; readonly range: string | undefined }[];
  let answered: { readonly status: number; readonly range: string | undefined }[];

  beforeAll(async () => {
    service = await sharedTestService();
    shop = await service.shop();
    const { id } = await aCallWithAudio(service, shop, { content: tone(SECONDS), durationSeconds: SECONDS });
    const { body } = await shop.read.get(`/calls/${id}/recording`);
    url = body.data.url.replace('https://shop.example', service.url);
    browser = await launchBrowser(['--autoplay-policy=no-user-gesture-required', '--mute-audio']);
  });

  beforeEach(async () => {
    [asked, answered] = [[], []];
    page = await browser.newPage();
    page.on('request', (request) => asked.push({ url: request.url(), range: request.headers()['range'] }));
    page.on('response', (response) => answered.push({ status: response.status(), range: response.headers()['content-range'] }));
  });
  afterEach(() => page.close());

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  /**
   * Lets the page act on its player, and resolves with the state of the player after the event. The code is text, because the types
   * of a browser are not those of the project.
   */
  const after = (event: string, act: string): Promise<PlayerState> =>
    page.evaluate<PlayerState>(`new Promise((resolve) => {
      const player = document.querySelector('audio, video');
      const tell = () => resolve({
        at: player.currentTime,
        seconds: player.duration,
        error: player.error && player.error.message,
        paused: player.paused,
      });
      player.addEventListener('${event}', tell, { once: true });
      player.addEventListener('error', tell, { once: true });
      ${act};
    })`);

  it('is played and sought in by an audio element, with requests for parts', async () => {
    await page.setContent('<audio controls preload="metadata"></audio>');
    expect(await after('loadedmetadata', `player.src = ${JSON.stringify(url)}`)).toMatchObject({ seconds: SECONDS, error: null });
    expect(await after('timeupdate', 'player.play()')).toMatchObject({ error: null, paused: false });
    const sought = await after('seeked', 'player.currentTime = 1000');
    expect(sought.error).toBeNull();
    expect(sought.at).toBeGreaterThanOrEqual(1000);
    const played = await after('ended', `player.currentTime = ${SECONDS - 0.5}`);
    expect(played).toMatchObject({ at: SECONDS, error: null });
    expect((await after('seeked', 'player.currentTime = 0')).error).toBeNull();
    expect(asked.every((request) => request.url === url)).toBe(true);
    expect(asked[0]?.range).toBe('bytes=0-');
    const starts = answered.map(({ range }) => Number(/^bytes (\d+)-/.exec(range ?? '')?.[1]));
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([206]));
    expect(starts.filter((start) => start >= 1000 * 16_000)).not.toEqual([]);
    expect(Math.min(...starts)).toBe(0);
  });

  it('plays at its own address, in the player of the browser', async () => {
    await page.goto(url);
    expect(await after('timeupdate', 'player.play()')).toMatchObject({ seconds: SECONDS, error: null });
    expect((await after('seeked', 'player.currentTime = 900')).at).toBeGreaterThanOrEqual(900);
  });

  it('is refused by an audio element when the link is wrong', async () => {
    await page.setContent('<audio controls></audio>');
    const refused = await after('loadedmetadata', `player.src = ${JSON.stringify(`${url}x`)}`);
    expect(refused.error).not.toBeNull();
    expect(service.log.lines.at(-1)).toMatchObject({ detail: { operation: 'media.play', status: 403 } });
  });
});
