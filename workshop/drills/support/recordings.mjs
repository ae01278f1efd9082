import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { wavHeader } from '../../../dist/infrastructure/demo-data/sounds.js';
import { listen } from '../../harness/servers.mjs';
import { ACCOUNT, settingsFor } from './twilio.mjs';

const PATH = new RegExp(`^/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE([0-9a-f]{32})\\.wav$`);
const PIECE = 64 * 1024;

/** A provider that sends recordings slowly. @param files for each name its `{bytes, pauseMs}`: the pause stands between pieces */
export async function startRecordings(files) {
  let count = 0;
  const { url } = await listen((asked, answer) => {
    const file = files.get(PATH.exec(asked.url)?.[1]);
    if (!file) return void answer.writeHead(404).end('{}');
    count += 1;
    answer.writeHead(200, { 'content-type': 'audio/x-wav', 'content-length': file.bytes });
    return pipeline(slowly(file), answer).catch(() => undefined); // the service was killed
  });
  return {
    env: settingsFor(url),
    /** the number of recordings that were asked for since the last call */
    askedAgain: () => {
      const before = count;
      count = 0;
      return before;
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
