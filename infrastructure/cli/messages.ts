import { Database } from '../../adapters/storage/database.js';
import { deploymentState } from '../../adapters/storage/deployment-state.js';
import { Conversations } from '../../application/areas/inbox/conversations.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { Messages } from '../../application/areas/texting/messages.js';
import { ScheduledMessages } from '../../application/areas/texting/scheduled-messages.js';
import { HandOverText, JudgeQueuedText } from '../../application/areas/texting/hand-over-text.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import type { Shop } from '../../domain/access/shop.js';
import { heldBy, isByHand, type Pause } from '../../domain/outgoing/pause.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { Instant } from '../../domain/shared/instant.js';
import { MESSAGE_STATUSES, type MessageStatus, type ShownMessage, type ThreadMessage } from '../../domain/texting/message.js';
import { wayOf } from '../../domain/texting/scheduled-message.js';
import { jobOf, type QueuedJob } from '../database/queue-state.js';
import { inSentence } from '../doctor/check-outgoing.js';
import { argument, onTables, optional, preset, required, wholeNumber } from './command.js';
import { asList, asTable, type Outcome } from './outcome.js';
import type { OpenSession } from './session.js';
import { idOf, namedShop, phoneOf } from './typed.js';

const shop = required('<id>', 'the shop of the message');

const list = onTables({
  name: 'message list',
  about: 'list the newest texts of a shop with their outcomes, without their words',
  input: {
    shop,
    number: optional('<number>', 'the texts with this contact, in both directions'),
    status: optional<MessageStatus>('<status>', 'only texts that stand so', { choices: MESSAGE_STATUSES, not: 'number' }),
    limit: preset('<number>', 'how many', 25, wholeNumber(1, 500)),
  },
  async run({ use }, { number, status = null, limit, ...of }) {
    const found = await namedShop(use, of.shop);
    const texts =
      number === undefined ? await use(Messages).lately(found.id, status, limit) : await textsWith(found, number, limit);
    const shown = texts.map(withoutWords);
    const rows = shown.map((one) => [one.id, one.created_at, one.from, one.to, one.status, one.error]);
    return { document: shown, text: asTable(['ID', 'AT', 'FROM', 'TO', 'STATUS', 'ERROR'], rows, 'There are no such texts.') };

    async function textsWith({ id, country }: Shop, typed: string, most: number): Promise<readonly ShownMessage[]> {
      const thread = await use(Conversations).ofNumber(id, phoneOf('number', typed, country));
      return thread ? use(Messages).search(id, { conversation: thread.id }, most, null) : [];
    }
  },
});

const why = onTables({
  name: 'message why',
  about: 'say where a text or a scheduled message stands, and what keeps it from being sent',
  input: { shop, id: argument('<id>', 'the id of the message, or of the scheduled message') },
  async run(session, input) {
    const found = await namedShop(session.use, input.shop);
    const message = await session.use(Messages).find(found.id, idOf(input.id));
    return message ? whyOf(session, found, message) : whyScheduled(session, found, input.id);
  },
});

export const messageCommands = [list, why];

/** The words of people stay out of what an operator reads by the way. */
function withoutWords({ id, createdAt, direction, from, to, status, error }: ShownMessage) {
  return { id, created_at: createdAt, direction, from, to, status, error };
}

async function whyOf({ use, dataSource }: OpenSession, found: Shop, message: ThreadMessage): Promise<Outcome> {
  const isQueued = message.status === 'queued';
  const [job, { workers }, verdict, pause] = await Promise.all([
    jobOf(dataSource, `${use(HandOverText).name}:${found.id}:${message.id}`),
    deploymentState(use(Database)),
    isQueued ? use(JudgeQueuedText).execute(found, message) : null,
    isQueued ? use(Outgoing).pauseOf('texts', found.id) : null,
  ]);
  const waiting = { dueAt: message.dueAt, job, workers, refusal: verdict?.refusal ?? null, pause };
  const because = isQueued ? whyQueued(waiting) : BECAUSE[message.status];
  const held = { held: heldBy(pause), provider_id: message.providerId, attempts: message.attempts };
  const stands = { ...withoutWords(message), ...held, because };
  return {
    document: { ...stands, due_at: message.dueAt, refused_by: verdict?.refusal ?? null, job, workers_alive: workers },
    text: asList({ ...stands, attempts: String(message.attempts) }),
  };
}

/** What a status says to a person who looks for a text. `queued` has a reason of its own. */
const BECAUSE: Readonly<Record<Exclude<MessageStatus, 'queued'>, string>> = {
  received: 'the contact sent it',
  sending: 'it is being handed over; if its process has ended, it becomes unconfirmed within a minute',
  sent: 'the provider has it, and has reported no delivery yet: it knows this text by provider_id, and reports to PUBLIC_URL',
  delivered: 'the provider has reported that it was delivered',
  failed: 'the provider or a rule of texting refused it; error says which',
  undelivered: 'the provider could not deliver it; error has its code',
  unconfirmed: 'its hand-over was cut off, so it is not sent again: only the provider knows if it has it',
};

interface Waiting {
  readonly dueAt: Instant | null;
  readonly job: QueuedJob | null;
  readonly workers: number;
  readonly refusal: string | null;
  readonly pause: Pause | null;
}

/** The rules are asked after a pause by hand, and also while the account is refused. */
function whyQueued({ dueAt, job, workers, refusal, pause }: Waiting): string {
  if (pause && (isByHand(pause) || refusal === null)) return `it is held: ${inSentence(pause)}`;
  if (workers === 0) return 'it waits, and no worker is alive: start an instance with ROLE=worker or ROLE=all';
  if (refusal !== null) return `it will not be sent: ${refusal}`;
  if (job?.isDead) return `its work has failed for good: ${job.lastError ?? 'no reason is stored'}`;
  if (job?.lastError) return `it is tried again at ${job.runAt}: ${job.lastError}`;
  if (job) return job.isRunning ? 'a worker has it now' : 'it is in the queue, and a worker takes it in its turn';
  return dueAt === null ? 'it is in no queue: see the log of the leader' : `it is due at ${dueAt}`;
}

async function whyScheduled({ use }: OpenSession, { id: of }: Shop, typed: string): Promise<Outcome> {
  const scheduled = await use(ScheduledMessages).find(of, idOf(typed));
  if (!scheduled) throw new NotFound('message');
  const { workers } = await deploymentState(use(Database));
  const { id, channel, to, sendAt, status, error } = scheduled;
  const pause = status === 'scheduled' ? await use(Outgoing).pauseOf(wayOf(channel), of) : null;
  const held = sendAt <= use(Clock).now() ? heldBy(pause) : null;
  const due = workers === 0 ? 'it waits, and no worker is alive' : `it is due at ${sendAt}`;
  const waits = pause ? `${held === null ? `${due}, and would be held now` : 'it is held'}: ${inSentence(pause)}` : due;
  const ended = error === null ? 'see its message' : 'a rule refused it; error says which';
  const because = status === 'scheduled' ? waits : ended;
  const stands = { id, channel, to, send_at: sendAt, status, held, error, because };
  return { document: { ...stands, workers_alive: workers }, text: asList(stands) };
}
