import { PLAYBACK_PATH, type Playback, type SentLink } from '../../application/media/playback.js';
import { refuseGone } from './connections.js';
import { beginWork } from './deadlines.js';
import type { RequestContext } from './request-context.js';
import type { Params, Route } from './route-table.js';
import type { FileSender } from './send-file.js';
import { targetOf } from './target.js';

/** The route of links to sounds. It needs no key: the signature of the link is the right to play. */
export function playbackRoute(playback: Playback, files: FileSender): Route {
  return {
    method: 'GET',
    path: PLAYBACK_PATH,
    name: 'media.play',
    changes: false,
    serve: async (context, params) => {
      const link = playback.checked(sentLink(context, params));
      context.party = link.shop;
      await context.workload.begin(context, context.arrived);
      refuseGone(context);
      beginWork(context, false);
      const file = await playback.fileOf(link);
      await files.send(context, file, {
        // A player may keep what it has heard, so that seeking back asks for nothing, but nobody may keep it longer than the link.
        'cache-control': `private, max-age=${playback.secondsLeft(link)}`,
        'referrer-policy': 'no-referrer', // the address of the sound is the right to play it
      });
    },
  };
}

function sentLink({ request }: RequestContext, { shop = '', call = '', kind = '' }: Params): SentLink {
  const target = targetOf(request);
  const start = target.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
  return { shop, call, kind, expires: query.getAll('expires'), signature: query.getAll('signature') };
}
