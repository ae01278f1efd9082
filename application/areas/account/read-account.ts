import type { Caller } from '../../kernel/operation/caller.js';
import { get, operation, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { AccountView } from './account.view.js';

class ReadAccountInput {}

class ReadAccount implements UseCase<ReadAccountInput, Caller> {
  execute(caller: Caller): Promise<Caller> {
    return Promise.resolve(caller);
  }
}

export const readAccount = operation(ReadAccount, {
  name: 'account.read',
  summary: 'Identify the shop and the key behind a request',
  description:
    'Gives the shop of this API key, the shop’s time zone and currency, and the key’s scope and the time when it ' +
    'expires. A 200 means that the key is live.',
  scope: 'read',
  route: get('/me'),
  input: ReadAccountInput,
  output: one(AccountView),
  needs: [],
});
