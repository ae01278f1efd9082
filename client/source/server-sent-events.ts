import { textLines } from './text-lines.js';

/** One event of a stream: its lines up to a blank line. */
export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Reads server-sent events. A frame without data is told, too, because its `id` says how far the stream is. */
export async function* framesIn(read: Parameters<typeof textLines>[0]): AsyncGenerator<Frame, void, undefined> {
  let frame: Record<string, string> = {};
  for await (const line of textLines(read)) {
    if (line === '') {
      yield frame;
      frame = {};
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    // A comment has no name.
    if (name !== '') frame[name] = name === 'data' && frame['data'] !== undefined ? `${frame['data']}\n${value}` : value;
  }
}
