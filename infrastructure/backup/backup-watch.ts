import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { within } from '../../adapters/time-limit.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import { DAY_MS, HOUR_MS, millisOf, type Instant } from '../../domain/shared/instant.js';
import { inOneLine } from '../server/process-life.js';
import { backupsIn, timeOf } from './manifest.js';

/** The newest backups of a place; null: there is none. */
export interface KnownBackups {
  readonly made: Instant | null;
  readonly verified: Instant | null;
}

/** A daily backup takes a while, so a younger one is no reason to warn. */
export const OLD_MS = 26 * HOUR_MS;

/** A bucket may be away, and a start must not wait for it. */
const LONGEST_MS = 5000;

export async function knownBackups(place: BackupPlace): Promise<KnownBackups> {
  const backups = await backupsIn(place);
  const timeIn = (found: { readonly name: string } | undefined): Instant | null => (found ? timeOf(found.name) : null);
  return { made: timeIn(backups.at(-1)), verified: timeIn(backups.findLast(({ verified }) => verified)) };
}

/** @returns the milliseconds since then; Infinity: never */
export function ageOf(then: Instant | null, now: Instant): number {
  return then === null ? Infinity : millisOf(now) - millisOf(then);
}

export function ageInWords({ made, verified }: KnownBackups, now: Instant): string {
  if (made === null) return 'none';
  const hours = (then: Instant): string => `${Math.floor(ageOf(then, now) / HOUR_MS)} h`;
  return `${hours(made)} old, ${verified === null ? 'none verified' : `the last verified one ${hours(verified)}`}`;
}

/** Tells whether the daily backup is missing. @param atMs the time of the day in UTC */
export function isDue({ made }: KnownBackups, atMs: number, now: Instant): boolean {
  const since = millisOf(now) - atMs;
  const last = since - (since % DAY_MS) + atMs;
  return made === null || millisOf(made) < last;
}

/** Looks how old the backups are. */
export class BackupWatch {
  /** null: the place could not be asked yet */
  known: KnownBackups | null = null;
  private trouble: string | null = null;

  constructor(
    readonly place: BackupPlace,
    private readonly log: Log,
  ) {}

  inWords(now: Instant): string {
    return this.known === null ? 'unknown' : ageInWords(this.known, now);
  }

  async look(): Promise<void> {
    let trouble: string | null = null;
    try {
      this.known = await within(LONGEST_MS, knownBackups(this.place), () => {
        throw new Error('it does not answer in time');
      });
    } catch (error) {
      trouble = inOneLine(error);
    }
    if (trouble !== null && trouble !== this.trouble)
      this.log.warn('the place of the backups cannot be read', { reason: trouble });
    this.trouble = trouble;
  }
}
