import type { Answer, Api } from '../api.js';

/** A record as the API answered it. */
type Wire = Answer['body'];

/** Creates a record through the API. The test fails if the answer is not a 201. */
export async function created(api: Api, path: string, body: object): Promise<Wire> {
  const answer = await api.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

export function aLead(api: Api, fields: object = {}): Promise<Wire> {
  return created(api, '/leads', { name: 'Dana Whitfield', ...fields });
}

let customers = 0;

/** Creates a customer with an e-mail address of its own. */
export function aCustomer(api: Api, fields: object = {}): Promise<Wire> {
  customers += 1;
  return created(api, '/customers', { name: 'Dana Whitfield', email: `customer-${customers}@example.com`, ...fields });
}

export function aStoredTask(api: Api, fields: object = {}): Promise<Wire> {
  return created(api, '/tasks', { title: 'Call back', ...fields });
}
