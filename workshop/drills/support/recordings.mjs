import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { wavHeader } from '../../../dist/infrastructure/demo-data/sounds.js';
import { ACCOUNT, settingsFor } from './twilio.mjs';

const PATH = new RegExp(`^/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE([0-9a-f]{32})\\.wav$`);
const PIECE = 64 * 1024;

/** A provider that sends recordings slowly. @param files for each name its `{bytes, pauseMs}`: the pause stands between pieces */
export async function startRecordings(files) {
  let count = 0;
  const server = createServer((asked, answer) => {
    asked.resume();
    const file = files.get(PATH.exec(asked.url)?.[1]);
    if (!file) return void answer.writeHead(404).end('{}');
    count += 1;
    answer.writeHead(200, { 'content-type': 'audio/x-wav', 'content-length': file.bytes });
    Readable.from(slowly(file))
      .on('error', () => undefined)
      .pipe(answer);
    answer.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: settingsFor(server),
    /** the number of recordings that were asked for since the last call */
    askedAgain: () => {
      const before = count;
      count = 0;
      return before;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The address of a recording, as an event of the provider names it. @param name 32 hexadecimal digits */
export function sourceOf(name) {
  return `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE${name}`;
}

export function hashOf(file) {
  const hash = createHash('sha256');
  for (const piece of piecesOf(file)) hash.update(piece);
  return hash.digest('hex');
}

async function* slowly(file) {
  for (const piece of piecesOf(file)) {
    yield piece;
    if (file.pauseMs > 0) await sleep(file.pauseMs);
  }
}

/** A WAV file of some length, whose sound differs by its seed. */
function* piecesOf({ bytes, seed }) {
  const head = wavHeader(bytes - 44, 1);
  yield head;
  for (let left = bytes - head.length, n = 0; left > 0; n += 1) {
    const piece = Buffer.alloc(Math.min(PIECE, left), createHash('sha256').update(`${seed} ${n}`).digest());
    left -= piece.length;
    yield piece;
  }
}
