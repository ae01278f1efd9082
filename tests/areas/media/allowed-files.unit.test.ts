import { isAllowed, SIZE_LIMITS } from '../../../domain/media/media-file.js';

const ALLOWED: readonly (readonly [type: string, sound: boolean, attachment: boolean])[] = [
  ['audio/wav', true, true],
  ['audio/mpeg', true, true],
  ['audio/ogg; codecs=opus', true, true],
  ['image/jpeg', false, true],
  ['image/heic', false, true],
  ['video/mp4', false, true],
  ['application/pdf', false, true],
  ['text/vcard', false, true],
  ['image/svg+xml', false, false],
  ['image/svg+xml; charset=utf-8', false, false],
  ['text/html', false, false],
  ['application/xml', false, false],
  ['application/zip', false, false],
  ['application/x-msdownload', false, false],
  ['text/plain', false, false],
  ['', false, false],
];

test.each(ALLOWED)('%p is a sound: %p, and an attachment: %p', (type, sound, attachment) => {
  const allowed = [isAllowed('recording', type), isAllowed('voicemail', type), isAllowed('attachment', type)];
  expect(allowed).toEqual([sound, sound, attachment]);
});

test('sounds have at most 100 MB, attachments 5 MB', () => {
  expect(SIZE_LIMITS).toEqual({ recording: 100_000_000, voicemail: 100_000_000, attachment: 5_000_000 });
});
