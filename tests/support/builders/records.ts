import type { Answer, Api } from '../api.js';

/** A record as it was answered. */
type Wire = Answer['body'];

/** Created through the API; anything but a 201 ends the test. */
export async function created(api: Api, path: string, body: object): Promise<Wire> {
  const answer = await api.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

export function aLead(api: Api, said: object = {}): Promise<Wire> {
  return created(api, '/leads', { name: 'Dana Whitfield', ...said });
}

let customers = 0;

/** Has an e-mail address that nobody else has. */
export function aCustomer(api: Api, said: object = {}): Promise<Wire> {
  customers += 1;
  return created(api, '/customers', { name: 'Dana Whitfield', email: `customer-${customers}@example.com`, ...said });
}

export function aStoredTask(api: Api, said: object = {}): Promise<Wire> {
  return created(api, '/tasks', { title: 'Call back', ...said });
}
