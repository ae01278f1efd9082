// Buys: 1,000 clients read streams without a place among the requests in flight, and a stream ends within 1 s after its key.
import { RateLimited, Unavailable } from '../../domain/shared/errors.js';
import { OVERLOADED } from './load.js';

/** A client that reads a stream. */
export interface StreamReader {
  /** its key */
  readonly key: string;
  /** throws when the key may not read any more */
  readonly readmit: () => Promise<void>;
  /** ends the stream */
  readonly end: () => void;
}

const LOOK_EVERY_MS = 500;
/** The `Retry-After` of a key that reads too many streams. */
const RETRY_SECONDS = 5;

/** The streams of one kind that are read now. */
export class Streams {
  private readonly readers = new Set<StreamReader>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private isLeaving = false;

  /**
   * @param most the most streams of this process
   * @param mostOfKey the most streams of one key
   */
  constructor(
    private readonly most: number,
    private readonly mostOfKey = most,
  ) {}

  /**
   * Begins a stream.
   * @returns a function that is called when it has ended
   * @throws RateLimited; Overloaded
   */
  enter(reader: StreamReader): () => void {
    if (this.isLeaving || this.readers.size >= this.most) throw OVERLOADED;
    const ofKey = [...this.readers].filter(({ key }) => key === reader.key).length;
    if (ofKey >= this.mostOfKey) throw new RateLimited(`this key reads ${this.mostOfKey} streams already`, RETRY_SECONDS);
    this.readers.add(reader);
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS);
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** Ends all streams. From now on none begins. */
  leave(): void {
    this.isLeaving = true;
    for (const { end } of this.readers) end();
  }

  /** Ends the streams of those who may not read any more. */
  private readonly look = async (): Promise<void> => {
    if (this.isLooking) return;
    this.isLooking = true;
    for (const { readmit, end } of this.readers) {
      try {
        await readmit();
      } catch (error) {
        if (!(error instanceof Unavailable)) end(); // whether the key lives is not known while the database is away
      }
    }
    this.isLooking = false;
  };
}
