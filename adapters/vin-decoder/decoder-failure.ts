/**
 * The reason why an attempt gave no decode. `unreachable`: there was no connection, or the connection broke; `timeout`: no answer
 * in time; `status`: an HTTP status other than 200; `answer`: a 200 without a usable decode (malformed, empty, too large);
 * `circuit_open`: the decoder was not asked, because it has just failed several times in a row.
 */
export type FailureReason = 'unreachable' | 'timeout' | 'status' | 'answer' | 'circuit_open';

/** This error does not leave the adapter: `decode` returns null instead. */
export class DecoderFailure extends Error {
  override readonly name = 'DecoderFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
