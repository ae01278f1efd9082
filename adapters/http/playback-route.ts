import { PLAYBACK_PATH, type Playback, type SentLink } from '../../application/areas/media/playback.js';
import { inCall } from '../call-time.js';
import type { Load } from '../load/load.js';
import { RequestWork } from '../load/work.js';
import { refuseGone } from './connections.js';
import type { Request } from './locals.js';
import type { HttpRoute } from './routing.js';
import type { FileSender } from './send-file.js';

/** The route of links to sounds. It needs no key: the signature of the link is the right to play. */
export function playbackRoute(playback: Playback, files: FileSender, load: Load): HttpRoute {
  return {
    method: 'GET',
    path: PLAYBACK_PATH,
    name: 'media.play',
    changes: false,
    serve: async (request, response, next) => {
      const link = playback.checked(sentLink(request));
      const work = new RequestWork(load, next);
      response.locals.work = work;
      refuseGone(request, response);
      const file = await inCall(work, () => playback.fileOf(link));
      await files.send(request, response, file, {
        // A player may keep what it has heard, so that seeking back asks for nothing, but nobody may keep it longer than the link.
        'cache-control': `private, max-age=${playback.secondsLeft(link)}`,
        'referrer-policy': 'no-referrer', // the address of the sound is the right to play it
      });
    },
  };
}

function sentLink({ url, params: { shop = '', call = '', kind = '' } }: Request): SentLink {
  const start = url.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
  return { shop, call, kind, expires: query.getAll('expires'), signature: query.getAll('signature') };
}
