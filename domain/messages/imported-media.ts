import type { MessageMedia } from './message.js';

const ATTACHMENT_PATH = /^\/api\/v1\/messages\/[0-9a-f-]{36}\/media\/\d{1,3}$/;

/** Tells whether an address is the path at which this service, or the one that an export comes from, answers an attachment. */
export function isAttachmentPath(url: string): boolean {
  return ATTACHMENT_PATH.test(url);
}

/**
 * Returns the files of a message after an import that gives a list of files. An import gives other addresses only: the stored
 * attachments stay, and attachments of another service do not come with their paths.
 */
export function importedMedia(before: readonly MessageMedia[], given: readonly MessageMedia[]): readonly MessageMedia[] {
  const stored = before.filter(({ url }) => isAttachmentPath(url));
  const kept = given.filter(({ url }) => !isAttachmentPath(url) || stored.some((one) => one.url === url));
  return [...stored.filter(({ url }) => !kept.some((one) => one.url === url)), ...kept];
}
