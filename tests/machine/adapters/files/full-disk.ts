import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const builtModule = (path: string): string => JSON.stringify(pathToFileURL(resolve('dist', path)).href);

/** Stores three files of random bytes, one after the other, and prints for each its length or the name of the error. */
const SCRIPT = `
  import { randomBytes, randomUUID } from 'node:crypto';
  import { DiskFiles } from ${builtModule('adapters/files/disk-files.js')};
  const [root, ...lengths] = process.argv.slice(1);
  const storage = new DiskFiles(root);
  async function* chunks(length) {
    for (let left = length; left > 0; left -= 65536) yield randomBytes(Math.min(left, 65536));
  }
  const results = [];
  for (const length of lengths.map(Number)) {
    const file = randomUUID();
    results.push(await storage.put(file, file, chunks(length)).catch((error) => error.constructor.name + ': ' + error.cause?.code));
  }
  console.log(JSON.stringify(results));
`;

/**
 * Stores files of these lengths in a folder, one after the other, in a process that may write at most `mostBytes` to a file. The
 * operating system refuses the write beyond that, as it does on a full disk.
 * @returns for each file its length, or the name and the cause of the error
 */
export async function putWithLimit(root: string, mostBytes: number, lengths: readonly number[]): Promise<unknown> {
  // The unit of ulimit in sh is 512 bytes.
  const command = `ulimit -f ${mostBytes / 512} && exec "$0" "$@"`;
  const node = [process.execPath, '--input-type=module', '--eval', SCRIPT, '--', root, ...lengths.map(String)];
  const { stdout } = await promisify(execFile)('sh', ['-c', command, ...node]);
  return JSON.parse(stdout);
}
