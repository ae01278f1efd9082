import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Calls } from '../calls/calls.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { Messages } from '../texting/messages.js';
import { ExpectMedia } from './expect-media.js';
import { ExportMedia } from './export-media.js';
import { FetchMedia, MediaSource } from './fetch-media.js';
import { FileStorage, FileTypes } from './file-storage.js';
import { ImportMedia } from './import-media.js';
import { LandImported } from './land-imported.js';
import { LandMedia } from './land-media.js';
import { MediaFiles, MediaOwners } from './media-files.js';
import { MediaLinks, Playback } from './playback.js';
import { TransferMedia } from './transfer-media.js';
import { TidyFiles } from './tidy-files.js';

export const mediaArea = area({
  name: 'media',
  about: 'Recordings, voicemail and attachments.',
  shared: [
    provide(ExpectMedia, ExpectMedia, [MediaFiles, Ids, Clock]),
    provide(LandMedia, LandMedia, [MediaFiles, Calls, Messages, FileStorage, UnitOfWork, Announcer, Clock]),
    provide(TransferMedia, TransferMedia, [MediaSource, FileStorage, FileTypes, Outgoing, Log]),
    provide(LandImported, LandImported, [MediaFiles, Calls, Messages, FileStorage, FileTypes, UnitOfWork, Clock]),
    provide(Playback, Playback, [MediaLinks, MediaFiles, Clock]),
  ],
  commands: [
    provide(ExportMedia, ExportMedia, [Shops, MediaFiles, MediaOwners, FileStorage]),
    provide(ImportMedia, ImportMedia, [Shops, MediaOwners, LandImported]),
  ],
  works: [
    provide(FetchMedia, FetchMedia, [MediaFiles, TransferMedia, LandMedia, Clock, Log]),
    provide(TidyFiles, TidyFiles, [FileStorage, Clock, Log]),
  ],
});
