// Buys: a single text is at the provider after 12 ms and not after 140, and an idle service costs a third less (`bench -- idle`).
import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { Audience } from '../audience.js';

/** The channel on which a process announces that it has written something. */
const WRITTEN = 'written';
const ANNOUNCE = `select pg_notify('${WRITTEN}', '')`;

/** A process announces its writes so often at most, in milliseconds. What is written between two announcements, the second one announces. */
const ANNOUNCE_EVERY_MS = 250;

const ignore = (): void => undefined;

/**
 * Tells the leader, in whichever process it is, that something was written. The leader looks now and then in any case, so an
 * announcement may be lost. It is not in the write's transaction, because commits with an announcement wait for each other. A process
 * that hears no announcements, such as a command, makes none.
 */
export class WriteBell implements Audience {
  readonly channel = WRITTEN;
  /** The context of no request. The timers would otherwise keep that of the first one, and the announcements would be in its trace. */
  private readonly outside = new AsyncResource('WriteBell');
  private isHearing = false;
  private timer: NodeJS.Timeout | null = null;
  private isRungAgain = false;
  private listener: () => void = ignore;

  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** @param listener is called after writes of any process */
  listen(listener: () => void): void {
    this.listener = listener;
  }

  /** Announces a write of this process. */
  ring(): void {
    if (!this.isHearing) return;
    if (this.timer) {
      this.isRungAgain = true;
      return;
    }
    this.outside.runInAsyncScope(() => {
      this.announce();
    });
  }

  private announce(): void {
    this.isRungAgain = false;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isRungAgain) this.announce();
    }, ANNOUNCE_EVERY_MS).unref();
    this.pool.query(ANNOUNCE).catch(ignore);
  }

  announced(): void {
    this.listener();
  }

  /** Some announcements may have been missed. */
  hear(hearing: boolean): void {
    this.isHearing = hearing;
    if (hearing) this.listener();
  }
}
