/**
 * The meaning of a try for its delivery. `delivered`: the receiver has the event. `gone`: the receiver wants no events any more.
 * `failed`: another try may succeed.
 */
export type TryOutcome = 'delivered' | 'gone' | 'failed';

/**
 * Judges an answer by its status. Every 2xx is a success. A 410 ends the subscription. Everything else is a failure: a redirect
 * too, because it is not followed, and a 4xx too, because receivers answer 401 or 404 while they are being set up or deployed.
 */
export function outcomeOf(status: number): TryOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}
