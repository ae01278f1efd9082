/** Decides which server of the database a call reads on. */
export abstract class ReadPlaces {
  /**
   * Runs the work of a call that only reads, and whose client takes data that is somewhat old. A replica may answer it. When the
   * replica cannot, or when the work throws there, the work runs again on the primary.
   * @param mayWrite whether the caller could have written something; then the answer has every change before this call
   * @param told called when a replica has answered
   */
  abstract readStale<T>(work: () => Promise<T>, mayWrite: boolean, told: () => void): Promise<T>;
}
