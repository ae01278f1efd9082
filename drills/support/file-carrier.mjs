// Carries one file into a storage and out again, and prints by how many MB the memory of this process grew meanwhile. Its argument
// is `{storage, megabytes, collect}` as JSON: the options of the storage, the size of the file, and whether the content is to be
// collected in memory first, which is the drill's planted fault.
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { DiskFiles } from '../../dist/adapters/storage/disk-files.js';
import { S3OnDemand } from '../../dist/adapters/storage/s3-on-demand.js';

const MB = 1_000_000;
const CHUNK_BYTES = 64 * 1024;
const SMALL_FILES = 20;

const { storage: options, megabytes, collect } = JSON.parse(process.argv[2]);
const storage = options.folder ? new DiskFiles(options.folder) : new S3OnDemand(options);
let most = 0;

// Small files come first: they load the modules and let the heap grow to its usual size, which are no costs of a large file.
for (let n = 0; n < SMALL_FILES; n += 1) await carry(MB);
const before = process.memoryUsage.rss();
most = 0;
await carry(megabytes * MB);
console.log(Math.round((most - before) / MB));

async function carry(length) {
  const id = randomUUID();
  const stored = await storage.put(id, id, collect ? collected(content(length)) : content(length));
  let read = 0;
  for await (const chunk of await storage.read(id, id)) {
    read += chunk.length;
    await look();
  }
  if (stored !== length || read !== length) throw new Error(`of ${length} bytes ${stored} were stored and ${read} came back`);
}

async function* content(length) {
  for (let left = length; left > 0; left -= CHUNK_BYTES) {
    yield Buffer.alloc(Math.min(left, CHUNK_BYTES), 7);
    await look();
  }
}

async function* collected(chunks) {
  const all = [];
  for await (const chunk of chunks) all.push(chunk);
  yield* all;
}

/** Notes the memory, and lets the event loop turn, as it does between the chunks of a socket. */
async function look() {
  most = Math.max(most, process.memoryUsage.rss());
  await turn();
}
