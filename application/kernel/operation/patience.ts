/** Lets an operation wait for something that may take long, such as the next event, before it answers. */
export interface Patience {
  /**
   * Waits for `wait`. Meanwhile the call holds no connection to the database, and does not count as work in progress. The signal is
   * aborted when nobody needs to wait any more: the client has gone, or the service stops.
   * @returns the result of `wait`; null: too many calls wait already, so this one should be answered at once
   * @throws ShopError when the caller has lost the right to call meanwhile, or when the service is too busy to go on
   */
  pause<T>(wait: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
}

/** Waits for nothing. It is the patience of tools, and of requests that ask only for the headers. */
export const NO_PATIENCE: Patience = { pause: () => Promise.resolve(null) };
