import type { Work } from '../../kernel/events/work.js';
import type { Clock, Log } from '../../kernel/ports/ports.js';
import type { FileStorage } from './file-storage.js';

/** Housekeeping of the storage of recordings and attachments. */
export class TidyFiles implements Work {
  readonly name = 'media.tidy_files';

  constructor(
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** A failure waits for the next housekeeping: what is left costs room, and nothing else. */
  async run(): Promise<boolean> {
    try {
      await this.storage.tidy(this.clock.now());
    } catch (error) {
      this.log.warn('the storage of files could not be tidied', { error });
    }
    return true;
  }
}
