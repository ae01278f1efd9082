import { readFile } from 'node:fs/promises';
import pino from 'pino';
import type { Log } from '../../../application/kernel/ports/ports.js';
import { PinoLog } from '../../../infrastructure/server/logger.js';

function opened(): { readonly log: Log; readonly lines: () => Record<string, unknown>[] } {
  const written: string[] = [];
  const log = new PinoLog(pino({ base: null, timestamp: false }, { write: (line) => void written.push(line) }));
  return { log, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('a log line', () => {
  it('names the file, the message or the event that it is about', () => {
    const { log, lines } = opened();
    log.warn('a file was given up', { file: 'f1', kind: 'voicemail', reason: 'gone' });
    log.warn('not taken', { message: 'm1', outcome: 'refused', reason: 'busy' });
    log.warn('not told', { event: 'e1', providerId: 'SM1' });
    expect(lines()).toEqual([
      { level: 40, file: 'f1', kind: 'voicemail', reason: 'gone', msg: 'a file was given up' },
      { level: 40, message: 'm1', outcome: 'refused', reason: 'busy', msg: 'not taken' },
      { level: 40, event: 'e1', providerId: 'SM1', msg: 'not told' },
    ]);
  });

  it('names the statement of an error, and none of the values that PostgreSQL tells of', async () => {
    const { log, lines } = opened();
    // An error of this file is none to the service, because jest gives each test file globals of its own.
    const outer = await readFile('no such file').catch((cause: unknown) => cause as Error);
    const error = Object.assign(outer, { message: 'no', code: '22P02', statement: 'leads.find', detail: 'Key (email)=(a@b.ca)' });
    log.error('failed', { error });
    const shown = { type: 'Error', message: 'no', code: '22P02', statement: 'leads.find', stack: expect.any(String) };
    expect(lines()).toEqual([{ level: 50, error: shown, msg: 'failed' }]);
  });

  it('has no other field, and code that passes one does not compile', () => {
    const { log, lines } = opened();
    // @ts-expect-error -- a body is on no list
    log.info('written out', { shop: 's1', body: 'Is my car ready?' });
    const spread = { shop: 's1', phone: '+16135550142' };
    // @ts-expect-error -- the fields of a spread value count, too
    log.info('spread', { ...spread });
    const either = ((): { reason: string } | { sentence: string } => ({ sentence: 'no ann@shop.example here' }))();
    // @ts-expect-error -- so do the fields of one variant
    log.info('a variant', either);
    expect(lines()).toEqual([
      { level: 30, shop: 's1', msg: 'written out' },
      { level: 30, shop: 's1', msg: 'spread' },
      { level: 30, msg: 'a variant' },
    ]);
  });
});
