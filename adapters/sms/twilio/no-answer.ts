/** The provider gave no usable answer to a request. This error does not leave the adapter. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  /**
   * @param arrived `nothing`: the provider certainly has nothing of the request, or says so · `maybe`: it may have acted on it
   * @param retryAfterMs the pause that the provider asks for; null: it names none
   */
  constructor(
    readonly arrived: 'nothing' | 'maybe',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
