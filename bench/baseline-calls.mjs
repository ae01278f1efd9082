// The phone log of the baseline, see baseline.mjs.
import { countedTexts, sendCounted } from './baseline-answers.mjs';

const PAGE = [25, 0];
const DIRECTIONS = ['inbound', 'outbound'];
const STATUSES = ['ringing', 'in_progress', 'completed', 'missed', 'failed', 'canceled'];
const BUCKETS = STATUSES.flatMap((status) => DIRECTIONS.map((direction) => `${status}:${direction}`));

export async function listCalls(response, key, search) {
  return sendCounted(response, key, found(key.shop, search));
}

function found(shop, search) {
  const customer = search.get('customer_id');
  if (customer !== null) return countedTexts('CALLS_OF', [shop, ...PAGE, customer]);
  const status = search.get('status');
  if (status === null) return countedTexts('CALLS', [shop, ...PAGE, BUCKETS]);
  const [since, until] = [search.get('since'), search.get('until')];
  const [first, last] = [since.slice(0, 10), until.slice(0, 10)];
  const days = [first, last].map((day) => DIRECTIONS.map((direction) => `${status}:${direction}:day:${day}`));
  const edges = [`${first}T23:59:59.999Z`, `${last}T00:00:00.000Z`];
  return countedTexts('CALLS_WITHIN', [shop, ...PAGE, status, since, until, ...days, ...edges]);
}
