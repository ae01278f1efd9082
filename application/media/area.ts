import { area } from '../area.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { provide } from '../provide.js';
import { ExpectMedia } from './expect-media.js';
import { MediaFiles } from './media-files.js';

export const mediaArea = area({
  name: 'media',
  about: 'Recordings, voicemail and attachments.',
  shared: [provide(ExpectMedia, ExpectMedia, [MediaFiles, Ids, Clock])],
});
