import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Ids } from '../../kernel/ports/ids.js';
import { Log } from '../../kernel/ports/log.js';
import { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Calls } from '../calls/calls.js';
import { Messages } from '../messages/messages.js';
import { ExpectMedia } from './expect-media.js';
import { ExportMedia } from './export-media.js';
import { FetchMedia } from './fetch-media.js';
import { FileStorage } from './file-storage.js';
import { FileTypes } from './file-types.js';
import { ImportMedia } from './import-media.js';
import { LandImported } from './land-imported.js';
import { LandMedia } from './land-media.js';
import { MediaFiles } from './media-files.js';
import { MediaLinks } from './media-links.js';
import { MediaOwners } from './media-owners.js';
import { MediaSource } from './media-source.js';
import { Playback } from './playback.js';

export const mediaArea = area({
  name: 'media',
  about: 'Recordings, voicemail and attachments.',
  shared: [
    provide(ExpectMedia, ExpectMedia, [MediaFiles, Ids, Clock]),
    provide(LandMedia, LandMedia, [MediaFiles, Calls, Messages, FileStorage, UnitOfWork, Announcer, Clock]),
    provide(LandImported, LandImported, [MediaFiles, Calls, Messages, FileStorage, FileTypes, UnitOfWork, Clock]),
    provide(Playback, Playback, [MediaLinks, MediaFiles, Clock]),
  ],
  commands: [
    provide(ExportMedia, ExportMedia, [Shops, MediaFiles, MediaOwners, FileStorage]),
    provide(ImportMedia, ImportMedia, [Shops, MediaOwners, LandImported]),
  ],
  works: [provide(FetchMedia, FetchMedia, [MediaFiles, MediaSource, FileStorage, FileTypes, LandMedia, Clock, Log])],
});
