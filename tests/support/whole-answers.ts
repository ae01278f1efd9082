import type { Answer, Api } from './api.js';

const CURSOR_LISTS = [
  '/leads',
  '/customers',
  '/vehicles',
  '/quotes',
  '/invoices',
  '/invoices?imported=true',
  '/jobs',
  '/jobs?imported=true',
  '/appointments?from=2026-02-15T00:00:00Z&to=2026-05-01T00:00:00Z',
];
const OFFSET_LISTS = [
  '/tasks?status=all',
  '/tasks',
  '/tasks?status=done',
  '/tasks?overdue=true',
  '/services',
  '/conversations',
  '/conversations?unread=true',
  '/conversations?unanswered=true',
  '/calls',
  '/calls?direction=inbound&since=2024-05-16T16:00:00Z',
];
const CAPABILITY_LISTS = ['customers/list', 'jobs/list', 'reviews/list', 'services/list', 'tasks/list'];
const WHOLE = ['/staff'];
const CAPABILITIES = ['services/categories', 'tasks/assignees'];

/**
 * Asks the API for all records of a shop, in all lists. Returns each answer as text, by its question. Cursors are removed,
 * because they differ from shop to shop, and so are the times of the changes, because a restore is one.
 */
export async function wholeAnswers(api: Api): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const ask: Ask = async (question, path = question) => {
    const { status, text, body } = await api.get(path);
    answers.set(question, `${status} ${withoutChangeTimes(text.replace(/"next_cursor":"[^"]*"/, '"next_cursor":"…"'))}`);
    return body;
  };
  const tell = async (path: string, input: object = {}): Promise<void> => {
    const { status, text } = await api.post(`/${path}`, input);
    answers.set(`POST ${path} ${JSON.stringify(input)}`, `${status} ${withoutChangeTimes(text)}`);
  };
  const found = new Map<string, string[]>();
  for (const path of CURSOR_LISTS) found.set(path, await pagesByCursor(path, ask));
  for (const path of OFFSET_LISTS) found.set(path, await pagesByOffset(path, ask));
  for (const path of WHOLE) await ask(path);
  for (const path of CAPABILITY_LISTS) for (const offset of [0, 40]) await tell(path, { limit: 100, offset });
  for (const path of CAPABILITIES) await tell(path);
  await everyRecord(found, ask, tell);
  return answers;
}

type Ask = (question: string, path?: string) => Promise<Answer['body']>;

async function everyRecord(
  found: ReadonlyMap<string, string[]>,
  ask: Ask,
  tell: (path: string, input: object) => Promise<void>,
): Promise<void> {
  const idsOf = (path: string): string[] => found.get(path) ?? [];
  for (const id of idsOf('/leads')) {
    await ask(`/leads/${id}`);
    await pagesByCursor(`/leads/${id}/timeline`, ask);
  }
  for (const id of idsOf('/customers')) {
    await ask(`/customers/${id}`);
    await tell('customers/get', { id });
  }
  for (const id of [...idsOf('/jobs'), ...idsOf('/jobs?imported=true')]) await ask(`/jobs/${id}`);
  for (const id of idsOf('/tasks?status=all')) await ask(`/tasks/${id}`);
  for (const id of idsOf('/conversations')) {
    await ask(`/conversations/${id}`);
    await pagesByCursor(`/messages?conversation_id=${id}`, ask);
  }
  for (const id of idsOf('/calls')) {
    await ask(`/calls/${id}`);
    await ask(`/calls/${id}/transcript`);
  }
  for (const id of idsOf('/services')) {
    await ask(`/services/${id}`);
    await tell('services/tiers', { id });
  }
}

async function pagesByCursor(path: string, ask: Ask): Promise<string[]> {
  const ids: string[] = [];
  const separator = path.includes('?') ? '&' : '?';
  let cursor: string | null = '';
  for (let page = 1; cursor !== null; page += 1) {
    const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const body = await ask(`${path} page ${page}`, `${path}${separator}limit=100${at}`);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.meta.next_cursor as string | null;
  }
  return ids;
}

async function pagesByOffset(path: string, ask: Ask): Promise<string[]> {
  const ids: string[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (let offset: number | null = 0; offset !== null;) {
    const body = await ask(`${path}${separator}limit=100&offset=${offset}`);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    offset = body.meta.next_offset as number | null;
  }
  return ids;
}

export function withoutChangeTimes(text: string): string {
  return text.replaceAll(/"updated_at":"[^"]*"/g, '"updated_at":"…"');
}
