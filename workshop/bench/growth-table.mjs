/** The share of a day's work that comes in its busiest hour. All shops have it at the same time. */
const PEAK = 0.15;
/** The part of a processor's time that one process of Node can use before its answers become slow. */
const BUSY = 0.6;
/** The connections of one instance: the pool, four for short statements and twelve for background work. */
const CONNECTIONS = 10 + 4 + 12;
const GB = 1e9;

/**
 * Computes what a number of shops needs, from what one shop costs on a day.
 * @param shop for a day: requests, CPU in ms, statements, bytes of log, bytes that are kept for good and for a month, events, deliveries
 */
export function growthOf(shop) {
  return [1, 100, 1_000, 10_000, 100_000].map((shops) => {
    const peak = (value) => (value * shops * PEAK) / 3600;
    const instances = Math.max(1, Math.ceil(peak(shop.service) / 1000 / BUSY));
    return {
      shops: shops.toLocaleString('en'),
      'requests/s': rounded(peak(shop.requests)),
      'statements/s': rounded(peak(shop.statements)),
      'cores, service': rounded(peak(shop.service) / 1000),
      'cores, database': rounded(peak(shop.database) / 1000),
      'GB a year': rounded((shop.kept * 365 * shops) / GB),
      'GB of 30 days': rounded((shop.month * 30 * shops) / GB),
      'log GB a day': rounded((shop.log * shops) / GB),
      'events/s': rounded(peak(shop.events)),
      'share of the relay': `${rounded((100 * peak(shop.events)) / shop.relayed)} %`,
      'deliveries/s': rounded(peak(shop.deliveries)),
      instances,
      connections: instances * CONNECTIONS,
      'Redis counts/s': rounded(2 * peak(shop.requests)),
    };
  });
}

function rounded(value) {
  return (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en', { maximumFractionDigits: 8 });
}
