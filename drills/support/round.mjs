const CANARY = /canary-\d\d/g;
const FAR = '2030-01-01T09:00:00Z';
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a-drill', version: '1.0.0' } };
/** The number of messages in a round. */
export const ROUND = 12;

/**
 * The messages of one round of a shop, in their order. All shops have the same rounds; only ids and canaries differ.
 * `expects` is the answer: `own` has the shop's own canary, `refusal` is a tool's error.
 * `key` is the idempotency key of a write.
 * @param nth the round's name, which is a part of its keys
 */
export function roundOf({ canary, customers, conversation }, other, nth) {
  const tool = (name, args, expects = 'own') => ({
    message: { method: 'tools/call', params: { name, arguments: args } },
    expects,
    key: args.idempotency_key,
  });
  const task = tool('tasks.create', { title: `Call ${canary} back, ${nth}`, idempotency_key: `task-${nth}` });
  const text = tool('comms.schedule_message', {
    ...{ channel: 'sms', customer_id: customers[0], body: `See you, ${canary}, ${nth}`, send_at: FAR },
    idempotency_key: `text-${nth}`,
  });
  return [
    task,
    text,
    tool('tasks.list', { limit: 5 }),
    task,
    tool('customers.list', { q: 'dana' }),
    tool('customers.get', { id: customers[1] }),
    text,
    tool('customers.get', { id: other.customers[1] }, 'refusal'),
    tool('comms.list_messages', { conversation }),
    tool('comms.list_messages', { conversation: other.conversation }, 'refusal'),
    tool('comms.resolve_contact', { name: 'dana' }),
    { message: { method: 'initialize', params: INITIALIZE }, expects: 'own' },
  ];
}

/**
 * True if a client sends the message again: the service is too busy (503), or the same call is still in flight (409), which can
 * only be after a 503.
 */
export function mustBeRepeated({ status, text }, wasRefused) {
  if (status === 503) return true;
  const { isError = false, content } = status === 200 ? (JSON.parse(text).result ?? {}) : {};
  if (!isError) return false;
  const { code } = JSON.parse(content[1].text).error;
  return code === 'unavailable' || (code === 'conflict' && wasRefused);
}

/**
 * Compares an answer with what its message expects.
 * @param wasRefused true if the message had been sent before, with an unknown outcome; then the first answer may be a replay
 * @param writes the ids of the records that the shop's earlier calls wrote, by their idempotency keys; a first write is added
 * @returns a text for the fault, or null, and whether the answer is a correct replay
 */
export function judge({ status, text }, { id, call: { message, expects, key }, shop: { canary }, writes, wasRefused }) {
  const name = message.params.name ?? message.method;
  const fault = (what) => ({ fault: `${name}: ${what}`, isReplay: false });
  if (status !== 200) return fault(`status ${status}`);
  const answer = JSON.parse(text);
  if (answer.id !== id) return fault('the answer to another message');
  const canaries = text.match(CANARY) ?? [];
  if (canaries.some((one) => one !== canary)) return fault('a text of another shop');
  const { isError = false, structuredContent, _meta } = answer.result ?? {};
  if (isError !== (expects === 'refusal')) return fault(isError ? 'refused' : 'the record of another shop');
  if (expects === 'own' && canaries.length === 0) return fault('no text of the own shop');
  if (key === undefined) return { fault: null, isReplay: false };
  const isReplay = _meta?.['shop-ops/replayed'] === true;
  const before = writes.get(key);
  writes.set(key, before ?? structuredContent.id);
  if (isReplay !== (before !== undefined) && !(isReplay && wasRefused))
    return fault(isReplay ? 'a replay of a call that was not made' : 'written again');
  return structuredContent.id === writes.get(key) ? { fault: null, isReplay } : fault('a replay of another call');
}
