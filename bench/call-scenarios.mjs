const DAY_MS = 86_400_000;

/** The lists of calls, see `scenarios`. @param read makes the scenario of a request that reads */
export function callReads(world, read) {
  // The longer a shop has had its phone log, the more days a window has; so the cost of one says little at 1,000 calls.
  const window = `since=${before(20)}&until=${before(1)}`;
  return [
    read('calls, page 1', '/api/v1/calls', true),
    read('call by id', `/api/v1/calls/${world.recorded}`, true, 5),
    read('calls of a customer', `/api/v1/calls?customer_id=${world.caller}`, true),
    read('calls, status and window', `/api/v1/calls?status=missed&${window}`, false),
  ];
}

/** An instant this many days ago, in the middle of a day. */
function before(days) {
  return `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)}T11:30:00.000Z`;
}
