import type { MessageMedia } from '../../../domain/texting/message.js';
import { Invalid } from '../../kernel/fields/field.js';
import { Text } from '../../kernel/fields/fields.js';
import { listReader, listSchema } from '../../kernel/fields/list-field.js';
import { present, type Presence } from '../../kernel/fields/presence.js';

class MediaEntry {
  @Text({ max: 200, example: 'image/jpeg' }) content_type!: string;
  @Text({ max: 2000, description: 'An http or https address.' }) url!: string;
}

/** A provider takes at most 10 files with a text. E-mails may have more. */
const LENGTHS = { max: 50 };
const readList = listReader(MediaEntry, LENGTHS);

/** The files of a message, as a list of `{content_type, url}`. In a CSV cell the list is JSON. */
export function MediaField(presence: Presence): PropertyDecorator {
  return present(
    listSchema(MediaEntry, LENGTHS),
    presence,
    (raw, context, whole) => {
      const list = context.source === 'query' ? fromCell(raw) : raw;
      if (list instanceof Invalid) return list;
      const entries = readList(list, { ...context, source: 'json' }, whole);
      // The cast is safe: the reader returns entries of the class, or an `Invalid`.
      return entries instanceof Invalid ? entries : (entries as readonly MediaEntry[]).map(mediaOf);
    },
    {
      write: (media, { source }) => {
        const entries = (media as readonly MessageMedia[]).map(entryOf); // safe: the column holds the files of messages
        if (source === 'json') return entries;
        return entries.length === 0 ? null : JSON.stringify(entries);
      },
    },
  );
}

function fromCell(raw: unknown): unknown {
  try {
    return JSON.parse(String(raw));
  } catch {
    return new Invalid('must be a list in JSON');
  }
}

function mediaOf({ content_type: contentType, url }: MediaEntry): MessageMedia {
  return { contentType, url };
}

function entryOf({ contentType, url }: MessageMedia): MediaEntry {
  return { content_type: contentType, url };
}
