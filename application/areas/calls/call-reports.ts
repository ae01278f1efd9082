import type { Progress } from '../../../domain/calls/call-progress.js';
import type { AudioKind } from '../../../domain/media/media-file.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Direction } from '../../../domain/texting/message.js';

/** A report about the state of a call. Its texts can be stored: they have no control characters and no half surrogates. */
export interface StateReport extends Omit<Progress, 'at'> {
  /** the provider's id of the call */
  readonly call: string;
  /** null: the provider knows only the numbers, and not whose they are */
  readonly shop: ShopId | null;
  readonly direction: Direction;
  /** as the provider wrote them, so they may be no numbers: a caller can hide its number */
  readonly from: string;
  readonly to: string;
  /** null: the provider does not say when, because it has just happened */
  readonly at: Instant | null;
}

/** Somebody to whom a call was forwarded has answered. */
export interface AnswerReport {
  readonly part: 'answer';
  /** the provider's id of the call that was forwarded */
  readonly call: string;
  /** the provider's id of the leg to the person who answered */
  readonly id: string;
  /** the number of that person */
  readonly to: string;
  /** null: the provider does not say when, because it has just happened */
  readonly at: Instant | null;
}

/** Nobody has answered a leg of a call that was forwarded. */
export interface UnansweredReport {
  readonly part: 'unanswered';
  readonly call: string;
  /** the provider's id of the leg */
  readonly id: string;
}

/** A sound of a call lies ready at the provider. */
export interface SoundReport {
  readonly part: 'sound';
  readonly call: string;
  /** the provider's id of the sound */
  readonly id: string;
  readonly kind: AudioKind;
  /** the provider's address of the sound */
  readonly source: string;
  /** null: the provider does not say how long it is */
  readonly durationSeconds: number | null;
}

/** A machine has written down what was said in a call. Of several transcripts of one call the last counts. */
export interface TranscriptReport {
  readonly part: 'transcript';
  readonly call: string;
  /** the provider's id of the transcript; null: it gave none */
  readonly id: string | null;
  readonly text: string;
}

/** A report about a part of a call. It names the call only, so its shop follows from the call. */
export type PartReport = AnswerReport | UnansweredReport | SoundReport | TranscriptReport;

/** The phone log, as the providers' adapters see it. A report can come more than once, and in any order. */
export abstract class CallReports {
  /** Notes the state of a call. Returns the call, also for a repetition; null: neither call nor numbers belong to a shop. */
  abstract state(report: StateReport): Promise<CallId | null>;
  /** Adds a part to its call. Null: the service does not know the call. The part is then kept for it for some days. */
  abstract part(report: PartReport): Promise<CallId | null>;
}
