import { setTimeout as sleep } from 'node:timers/promises';
import { NoVinDecoder, VpicVinDecoder, type VpicOptions } from '../../../adapters/vin-decoder/vpic-vin-decoder.js';
import { normalizeVin, type Vin } from '../../../domain/vehicles/vehicle.js';
import { startFakeVpic, type FakeVpic, type FakeVpicMode, type VpicFields } from '../../support/fakes/vpic/fake-vpic.js';

const VIN = aVin('1HGCM82633A004352');
const ACCORD: VpicFields = { Make: 'HONDA', Model: 'Accord', ModelYear: '2003', Trim: 'EX-V6', BodyClass: 'Coupe' };
const DECODED = { year: 2003, make: 'HONDA', model: 'Accord', trim: 'EX-V6', bodyClass: 'Coupe' };
const KNOWS_NOTHING = { year: null, make: null, model: null, trim: null, bodyClass: null };

let vpic: FakeVpic;
let lines: [string, object][];

beforeEach(async () => {
  lines = [];
  vpic = await startFakeVpic();
  vpic.answer(VIN, ACCORD);
});
afterEach(() => vpic.stop());

describe('a VIN decoder that answers', () => {
  it('is called once, in the form that vPIC expects', async () => {
    expect(await decoder().decode(VIN)).toEqual(DECODED);
    expect(vpic.requests).toEqual([`/api/vehicles/DecodeVinValues/${VIN}?format=json`]);
    expect(lines).toEqual([]);
  });

  it('may be configured with a slash at the end', async () => {
    expect(await decoder({ baseUrl: `${vpic.url}/` }).decode(VIN)).toEqual(DECODED);
  });

  it('is trusted, whatever its error code', async () => {
    vpic.answer(VIN, {
      Make: 'HONDA',
      ErrorCode: '1,11',
      ErrorText: '1 - Check Digit (9th position) does not calculate properly',
    });
    expect(await decoder().decode(VIN)).toEqual({ ...KNOWS_NOTHING, make: 'HONDA' });
  });

  it('may answer that it knows nothing about a VIN', async () => {
    expect(await decoder().decode(aVin('11111111111111111'))).toEqual(KNOWS_NOTHING);
    expect(vpic.requests).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('may send numbers and nulls', async () => {
    vpic.answer(VIN, { Make: 'PORSCHE', Model: 911, ModelYear: 1999, Trim: null, BodyClass: '  ' });
    expect(await decoder().decode(VIN)).toEqual({ ...KNOWS_NOTHING, year: 1999, make: 'PORSCHE', model: '911' });
  });

  it.each(['MMIII', '2003.5', '', '0', '20030'])('gives no year for %j', async (ModelYear) => {
    vpic.answer(VIN, { ...ACCORD, ModelYear });
    expect(await decoder().decode(VIN)).toEqual({ ...DECODED, year: null });
  });

  it('may take as long as the time limit', async () => {
    vpic.mode = 'slow';
    vpic.slowMs = 50;
    expect(await decoder({ timeoutMs: 2_000 }).decode(VIN)).toEqual(DECODED);
  });
});

describe('the client of a VIN decoder that fails', () => {
  it.each<[FakeVpicMode, string]>([
    ['slow', 'timeout'],
    ['hang', 'timeout'],
    ['drop', 'unreachable'],
    ['error500', 'status'],
    ['malformed', 'answer'],
    ['empty', 'answer'],
    ['empty-results', 'answer'],
    ['html', 'answer'],
    ['huge', 'answer'],
  ])('makes two attempts for %s, and then returns null with a log line (%s)', async (mode, reason) => {
    vpic.mode = mode;
    expect(await decoder({ timeoutMs: reason === 'timeout' ? 300 : 5_000 }).decode(VIN)).toBeNull();
    expect(vpic.requests).toHaveLength(2);
    expect(lines).toEqual([['vin decode failed', { reason, error: expect.any(String) }]]);
  });

  it('returns null if no process listens', async () => {
    const { url } = vpic;
    await vpic.stop();
    expect(await decoder({ baseUrl: url }).decode(VIN)).toBeNull();
    expect(lines).toEqual([['vin decode failed', { reason: 'unreachable', error: expect.stringContaining('ECONNREFUSED') }]]);
  });

  it('returns null if the configured address is invalid', async () => {
    expect(await decoder({ baseUrl: 'nowhere' }).decode(VIN)).toBeNull();
  });

  it('succeeds with the second attempt', async () => {
    vpic.mode = 'slow';
    const decoded = decoder({ timeoutMs: 1_000 }).decode(VIN);
    await until(() => vpic.requests.length === 1);
    vpic.mode = 'ok';
    expect(await decoded).toEqual(DECODED);
    expect(lines).toEqual([]);
  });

  it.each([
    '[]',
    'null',
    '"Results"',
    '{}',
    '{"Results":null}',
    '{"Results":{"Make":"HONDA"}}',
    '{"Results":[null]}',
    '{"Results":[["HONDA"]]}',
    '{"Results":[{}]}',
    '{"Results":[{"make":"HONDA"}]}',
  ])('returns null for %s', async (body) => {
    vpic.mode = 'raw';
    vpic.rawBody = body;
    expect(await decoder().decode(VIN)).toBeNull();
  });

  it('returns null for an answer that is not UTF-8', async () => {
    vpic.mode = 'raw';
    vpic.rawBody = Buffer.from('{"Results":[{"Make":"CITRO\u00cbN"}]}', 'latin1');
    expect(await decoder().decode(VIN)).toBeNull();
  });

  it.each(['\\u0000', '\\ud800', 'HON\\u0007DA', '\\n', ' '])('leaves out a text that no record can hold: "%s"', async (text) => {
    vpic.mode = 'raw';
    vpic.rawBody = `{"Results":[{"Make":"${text}","Model":"Accord"}]}`;
    expect(await decoder().decode(VIN)).toMatchObject({ make: null, model: 'Accord' });
  });

  it('follows no redirect', async () => {
    vpic.mode = 'redirect';
    expect(await decoder().decode(VIN)).toBeNull();
    expect(vpic.requests.filter((path) => path.includes('redirected'))).toEqual([]);
    expect(lines).toEqual([['vin decode failed', { reason: 'status', error: 'answered 302' }]]);
  });

  it('stops reading an endless body', async () => {
    vpic.mode = 'huge';
    await decoder({ timeoutMs: 5_000 }).decode(VIN);
    await until(() => vpic.unfinished === 0);
    expect(vpic.hugeBytes).toBeLessThan(2 * 16 * 1024 * 1024); // two attempts, and the bytes in the system's buffers
  });

  it('closes a connection that hangs', async () => {
    vpic.mode = 'hang';
    await decoder({ timeoutMs: 50 }).decode(VIN);
    await until(() => vpic.unfinished === 0);
  });
});

describe('the circuit breaker', () => {
  it('opens after four failed attempts, and then makes no calls', async () => {
    vpic.mode = 'error500';
    const asked = decoder();
    await asked.decode(VIN);
    await asked.decode(VIN);
    lines = [];
    expect(await asked.decode(VIN)).toBeNull();
    expect(vpic.requests).toHaveLength(4);
    expect(lines).toEqual([['vin decode failed', { reason: 'circuit_open', error: expect.stringContaining('500') }]]);
  });

  it('lets a call through after a while, and closes when the decoder works again', async () => {
    vpic.mode = 'error500';
    const asked = decoder({ halfOpenAfterMs: 300 });
    await asked.decode(VIN);
    await asked.decode(VIN);
    vpic.mode = 'ok';
    await sleep(310);
    expect(await Promise.all([asked.decode(VIN), asked.decode(VIN), asked.decode(VIN)])).toEqual([DECODED, DECODED, DECODED]);
  });

  it('lets a single attempt through, and opens again if it fails', async () => {
    vpic.mode = 'error500';
    const asked = decoder({ halfOpenAfterMs: 300 });
    await asked.decode(VIN);
    await asked.decode(VIN);
    await sleep(310);
    expect(await Promise.all([asked.decode(VIN), asked.decode(VIN), asked.decode(VIN)])).toEqual([null, null, null]);
    expect(vpic.requests).toHaveLength(5);
  });

  it('stays closed if a decoder gives an unusable answer for one VIN', async () => {
    vpic.mode = 'empty-results';
    const asked = decoder();
    for (let time = 0; time < 5; time += 1) await asked.decode(VIN);
    vpic.mode = 'ok';
    expect(await asked.decode(VIN)).toEqual(DECODED);
  });

  it('resets its count of failures after a success', async () => {
    const asked = decoder();
    for (const mode of ['drop', 'ok', 'drop', 'ok'] as const) {
      vpic.mode = mode;
      await asked.decode(VIN);
    }
    expect(vpic.requests).toHaveLength(6);
  });
});

describe('a decoder that is switched off', () => {
  it('returns nothing, without a call', async () => {
    expect(await new NoVinDecoder().decode()).toEqual({ year: null, make: null, model: null, trim: null, bodyClass: null });
  });
});

function decoder(given: Partial<VpicOptions> = {}): VpicVinDecoder {
  return new VpicVinDecoder({
    baseUrl: given.baseUrl ?? vpic.url,
    timeoutMs: 10_000,
    log: (message, detail) => lines.push([message, detail]),
    ...given,
  });
}

function aVin(text: string): Vin {
  const vin = normalizeVin(text);
  if (vin === null) throw new Error(`${text} is no VIN`);
  return vin;
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 3_000; performance.now() < end; await sleep(5)) if (condition()) return;
  throw new Error('did not happen within 3 s');
}
