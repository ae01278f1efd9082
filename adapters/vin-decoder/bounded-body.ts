import { DecoderFailure } from './decoder-failure.js';

/** Reads the body as UTF-8 text. Ends the transfer and throws as soon as the decompressed body is longer than `maxBytes`. */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  // When an error ends this loop, the stream is cancelled, which closes the connection.
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new DecoderFailure('answer', `answer is longer than ${maxBytes} bytes`);
    text += decoded(() => utf8.decode(chunk, { stream: true }));
  }
  return text + decoded(() => utf8.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new DecoderFailure('answer', 'answer is not UTF-8', { cause });
  }
}
