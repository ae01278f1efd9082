// Buys: 1,000 clients read streams without a place among the requests in flight, and a stream ends within 1 s after its key.
import { Unavailable } from '../../domain/shared/errors.js';
import { OVERLOADED } from './load.js';

/** A client that reads a stream. */
export interface StreamReader {
  /** throws when the key may not read any more */
  readonly readmit: () => Promise<void>;
  /** ends the stream */
  readonly end: () => void;
}

const LOOK_EVERY_MS = 500;

/** The streams of one kind that are read now. */
export class Streams {
  private readonly readers = new Set<StreamReader>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;

  /** @param most the most streams of this process */
  constructor(private readonly most: number) {}

  /**
   * Begins a stream.
   * @returns a function that is called when it has ended
   * @throws Overloaded
   */
  enter(reader: StreamReader): () => void {
    if (this.readers.size >= this.most) throw OVERLOADED;
    this.readers.add(reader);
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS);
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
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
