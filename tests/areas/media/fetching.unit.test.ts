import { drop, giveUp, isLonger, MEDIA_STATUSES, store, tryAgain, type MediaFile } from '../../../domain/media/media-file.js';
import type { CallId, MediaFileId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T09:00:00.000Z');
const DAY = 24 * 3_600_000;

function aFile(fields: Partial<MediaFile> = {}): MediaFile {
  return {
    id: '0198a1f4-0000-7000-8000-000000000001' as MediaFileId, // safe: an id is a UUID
    kind: 'recording',
    callId: '0198a1f4-0000-7000-8000-000000000002' as CallId,
    messageId: null,
    place: 0,
    source: '/2010-04-01/one',
    providerId: 'RE1',
    durationSeconds: 60,
    status: 'waiting',
    error: null,
    attempts: 0,
    dueAt: null,
    contentType: null,
    bytes: null,
    createdAt: NOW,
    ...fields,
  };
}

const VERBS = {
  store: (file: MediaFile) => store(file, { contentType: 'audio/wav', bytes: 9 }, NOW),
  giveUp: (file: MediaFile) => giveUp(file, 'It is too long.', NOW),
  tryAgain: (file: MediaFile) => tryAgain(file, 'Not yet.', NOW),
  drop: (file: MediaFile) => drop(file, NOW),
};
const MOVES: Readonly<Record<keyof typeof VERBS, Partial<Record<MediaFile['status'], MediaFile['status']>>>> = {
  store: { waiting: 'stored' },
  giveUp: { waiting: 'failed' },
  tryAgain: { waiting: 'waiting' },
  drop: { waiting: 'dropped', stored: 'dropped' },
};
// The cast is safe: these are the keys of the object.
const CASES = (Object.keys(VERBS) as (keyof typeof VERBS)[]).flatMap((verb) =>
  MEDIA_STATUSES.map((status) => [verb, status] as const),
);

test.each(CASES)('%s of a file that is %s', (verb, status) => {
  const shown = status === 'stored' ? { contentType: 'audio/wav', bytes: 5 } : {};
  const file = aFile({ status, ...shown });
  const { next, changed, events } = VERBS[verb](file);
  const to = MOVES[verb][status];
  expect([changed, events]).toEqual([to !== undefined, []]);
  expect(next.status).toBe(to ?? status);
  if (to === undefined) expect(next).toBe(file);
});

test('a file that is stored or dropped waits for nothing, and a dropped one has no content', () => {
  const due = aFile({ dueAt: NOW });
  expect(VERBS.store(due).next).toMatchObject({ dueAt: null, contentType: 'audio/wav', bytes: 9 });
  expect(VERBS.giveUp(due).next).toMatchObject({ dueAt: null, error: 'It is too long.', attempts: 1 });
  const stored = aFile({ status: 'stored', contentType: 'audio/wav', bytes: 9 });
  expect(VERBS.drop(stored).next).toMatchObject({ contentType: null, bytes: null, dueAt: null });
});

test.each([
  [0, 5],
  [1, 10],
  [9, 2_560],
  [10, 3_600],
  [300, 3_600],
])('after %i tries the next one comes after %i seconds', (attempts, seconds) => {
  expect(tryAgain(aFile({ attempts }), 'Not yet.', NOW).next).toMatchObject({
    ...{ attempts: attempts + 1, dueAt: later(NOW, seconds * 1_000), error: null },
  });
});

test('the last try comes a day after the file was announced, and then it is given up', () => {
  const last = later(NOW, DAY);
  const late = aFile({ attempts: 30, createdAt: NOW });
  expect(tryAgain(late, 'Not yet.', later(NOW, DAY - 60_000)).next).toMatchObject({ status: 'waiting', dueAt: last });
  const error = 'The file could not be fetched within a day. Not yet.';
  expect(tryAgain(late, 'Not yet.', last).next).toMatchObject({ status: 'failed', error, dueAt: null });
});

test.each<[number | null, number | null, boolean]>([
  [20, 10, true],
  [10, 20, false],
  [10, 10, false],
  [0, null, true],
  [null, 0, false],
  [null, null, false],
])('a sound of %p seconds replaces one of %p: %p', (length, other, is) => {
  expect(isLonger(aFile({ durationSeconds: length }), aFile({ durationSeconds: other }))).toBe(is);
});
