import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import { loadDemo, type LoadedDemo } from '../../../infrastructure/demo-data/load-demo.js';
import { resetDemo } from '../../../infrastructure/demo-data/reset-demo.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import { toneWav } from '../../../infrastructure/demo-data/sounds.js';
import { useOf } from '../../../infrastructure/modules/use.js';
import { FEW } from '../../support/demo.js';
import { startTestService, type TestService } from '../../support/service.js';

interface StoredSound {
  readonly id: MediaFileId;
  readonly shop: ShopId;
  readonly kind: string;
  readonly bytes: number;
}

let service: TestService;
let demo: LoadedDemo;

beforeAll(async () => {
  service = await startTestService();
  demo = await loadDemo(service.dataSource, useOf(service.container));
});
afterAll(() => service.stop());

async function soundsOf(shop: ShopId): Promise<StoredSound[]> {
  return service.sql('select id, shop_id as shop, kind, bytes from media_files where shop_id = $1 order by id', [shop]);
}

async function contentOf({ shop, id }: StoredSound): Promise<Buffer | null> {
  const content = await service.container.get(FileStorage).read(shop, id);
  return content && buffer(content);
}

/** The samples of a WAV file with one channel of 16 bits, and the number of them in a second. */
function samplesOf(wav: Buffer): { readonly rate: number; readonly samples: readonly number[] } {
  expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual(['RIFF', wav.length - 8]);
  expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ');
  const [pcm, channels, bits] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)];
  expect([wav.readUInt32LE(16), pcm, channels, bits]).toEqual([16, 1, 1, 16]);
  const rate = wav.readUInt32LE(24);
  expect([wav.readUInt32LE(28), wav.readUInt16LE(32)]).toEqual([rate * 2, 2]);
  expect([wav.toString('latin1', 36, 40), wav.readUInt32LE(40)]).toEqual(['data', wav.length - 44]);
  return { rate, samples: Array.from({ length: (wav.length - 44) / 2 }, (_, index) => wav.readInt16LE(44 + index * 2)) };
}

describe('the sounds of the demo', () => {
  test.each(DEMO_SHOPS.map(({ name, id }) => [name, id] as const))('belong to calls of %s and are there', async (_, shop) => {
    const sounds = await soundsOf(shop);
    expect(new Set(sounds.map(({ kind }) => kind))).toEqual(new Set(['recording', 'voicemail']));
    expect(sounds.length).toBeGreaterThanOrEqual(10);
    expect(sounds.length).toBeLessThanOrEqual(30);
    for (const sound of sounds) expect((await contentOf(sound))?.length).toBe(sound.bytes);
  });

  test.each([
    ['for a call that nobody took', `calls where has_recording and status <> 'completed'`],
    ['as voicemail of a call that somebody took', `calls where has_voicemail and status <> 'missed'`],
    [
      'without a file, or with another length than its call says',
      `calls t left join media_files f on f.call_id = t.id and f.status = 'stored' and f.content_type = 'audio/wav'
      where t.has_recording is distinct from coalesce(f.kind = 'recording', false)
        or t.has_voicemail is distinct from coalesce(f.kind = 'voicemail', false)
        or coalesce(t.recording_duration_seconds, t.voicemail_duration_seconds) is distinct from f.duration_seconds
        or f.duration_seconds > t.duration_seconds`,
    ],
  ])('include none %s', async (_, condition) => {
    expect(await service.sql(`select from ${condition}`)).toEqual([]);
  });

  test('are WAV files that last a second, can be heard, and do not click', async () => {
    const [sound] = await soundsOf(DEMO_SHOPS[0].id);
    const { rate, samples } = samplesOf((await contentOf(sound!))!);
    expect([rate, samples.length]).toEqual([8000, 8000]);
    expect(Math.max(...samples)).toBeGreaterThan(5000);
    const steps = samples.map((sample, index) => Math.abs(sample - (samples[index - 1] ?? 0)));
    expect(Math.max(steps[0]!, steps[1]!, Math.abs(samples.at(-1)!))).toBeLessThan(100);
    expect(Math.max(...steps)).toBeLessThan(8000);
  });

  test('are found on the first page of calls, and play by their links', async () => {
    const api = service.as(demo.keys?.read ?? null);
    const calls = (await api.get('/calls')).body.data as { id: string; has_recording: boolean; has_voicemail: boolean }[];
    for (const media of ['recording', 'voicemail'] as const) {
      const call = calls.find((one) => one[`has_${media}`]);
      const link = (await api.get(`/calls/${call?.id}/recording?media=${media}`)).body.data as { url: string };
      const { pathname, search } = new URL(link.url);
      const played = await fetch(`${service.url}${pathname}${search}`);
      expect([played.status, played.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      expect(samplesOf(Buffer.from(await played.arrayBuffer())).samples).toHaveLength(8000);
    }
  });

  test('are tones of several pitches', async () => {
    const contents = await Promise.all((await soundsOf(DEMO_SHOPS[0].id)).map(contentOf));
    expect(new Set(contents.map((content) => content?.toString('base64'))).size).toBeGreaterThan(5);
  });

  test('belong to the newest calls that can have one', async () => {
    const [shop] = DEMO_SHOPS;
    const [oldest] = await service.sql<{ at: string }>(
      'select min(c.started_at) as at from calls c join media_files f on f.call_id = c.id where c.shop_id = $1',
      [shop.id],
    );
    const [newer] = await service.sql<{ n: number }>(
      `select count(*) as n from calls where shop_id = $1 and started_at > $2 and status in ('completed', 'missed')`,
      [shop.id, oldest!.at],
    );
    expect(newer!.n).toBeLessThan(60);
  });
});

test('a tone has the pitch that was asked for', () => {
  const { samples } = samplesOf(Buffer.from(toneWav(440)));
  const crossings = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0);
  expect(Math.abs(crossings.length - 440)).toBeLessThanOrEqual(1);
});

test('a reset removes the files and makes others', async () => {
  const shop = DEMO_SHOPS[0].id;
  const [before] = await soundsOf(shop);
  service.clock.pass(60_000);
  await resetDemo(service.dataSource, useOf(service.container), FEW);
  expect(await contentOf(before!)).toBeNull();
  const [after] = await soundsOf(shop);
  expect(await contentOf(after!)).not.toBeNull();
});

test('the files of a load that failed are removed by the next load', async () => {
  const other = await startTestService();
  try {
    const minting = jest.spyOn(other.container.get(KeyRing), 'mint').mockRejectedValue(new Error('killed'));
    await expect(loadDemo(other.dataSource, useOf(other.container), FEW)).rejects.toThrow('killed');
    minting.mockRestore();
    expect(await filesIn(other)).not.toEqual([]);
    other.clock.pass(60_000);
    await loadDemo(other.dataSource, useOf(other.container), FEW);
    const rows = await other.sql<{ id: string }>('select id from media_files order by id');
    expect(await filesIn(other)).toEqual(rows.map(({ id }) => id));
  } finally {
    await other.stop();
  }
});

async function filesIn({ recordings }: TestService): Promise<string[]> {
  const entries = await readdir(recordings.folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
