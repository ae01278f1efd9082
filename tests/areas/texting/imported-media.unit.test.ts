import { importedMedia, isAttachmentPath, storedAddress } from '../../../domain/texting/message.js';

const path = (message: string, place: number): string => `/api/v1/messages/${message}/media/${place}`;
const OURS = '01a1fe63-958c-7557-b9d6-ee1cdd4aa653';
const THEIRS = '01a1fe63-958c-7557-b9d6-ee1cdd4aa654';

const picture = (url: string): { contentType: string; url: string } => ({ contentType: 'image/png', url });
const FIRST = picture(path(OURS, 0));
const SECOND = picture(path(OURS, 1));
const WEB = picture('https://files.example.com/way-in.png');

test.each([
  ['what an export has written', [FIRST, WEB, SECOND], [FIRST, WEB, SECOND], [FIRST, WEB, SECOND]],
  ['a further address', [FIRST], [FIRST, WEB], [FIRST, WEB]],
  ['nothing', [FIRST, WEB, SECOND], [], [FIRST, SECOND]],
  ['some of the stored attachments', [FIRST, SECOND], [WEB, SECOND], [FIRST, WEB, SECOND]],
  ['attachments of another service', [FIRST], [picture(path(THEIRS, 0)), WEB], [FIRST, WEB]],
  ['attachments that are not stored', [], [FIRST, WEB], [WEB]],
])('a list with %s', (_, before, given, after) => {
  expect(importedMedia(before, given)).toEqual(after);
});

test.each([
  [path(OURS, 12), true],
  ['/api/v1/messages/../media/0', false],
  [`${path(OURS, 0)}?x=1`, false],
  [`https://example.com${path(OURS, 0)}`, false],
])('%s is a path of an attachment: %s', (url, is) => {
  expect(isAttachmentPath(url)).toBe(is);
});

test.each([
  [`https://shop.example${path(OURS, 0)}`, 'https://shop.example', path(OURS, 0)],
  [`https://shop.example${path(OURS, 0)}`, null, `https://shop.example${path(OURS, 0)}`],
  [`https://other.example${path(OURS, 0)}`, 'https://shop.example', `https://other.example${path(OURS, 0)}`],
  ['https://shop.example/logo.png', 'https://shop.example', 'https://shop.example/logo.png'],
  [path(OURS, 0), 'https://shop.example', path(OURS, 0)],
])('%s on a service with the address %s is stored as %s', (url, publicUrl, stored) => {
  expect(storedAddress(url, publicUrl)).toBe(stored);
});
