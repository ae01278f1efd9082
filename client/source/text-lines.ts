/** Reads the lines of a body as they come. A last line without its end is not whole, and left out. */
export async function* textLines(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
