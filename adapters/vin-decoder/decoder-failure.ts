/**
 * Why an attempt brought no decode. `unreachable`: no connection, or it broke; `timeout`: not answered in time;
 * `status`: another HTTP status than 200; `answer`: a 200 that is no decode (malformed, empty, too large);
 * `circuit_open`: not even tried, because the decoder has just failed several times in a row.
 */
export type FailureReason = 'unreachable' | 'timeout' | 'status' | 'answer' | 'circuit_open';

/** Stays inside this adapter: the port answers null. */
export class DecoderFailure extends Error {
  override readonly name = 'DecoderFailure';

  constructor(readonly reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
