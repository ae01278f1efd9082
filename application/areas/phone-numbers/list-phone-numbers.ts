import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { listOf } from '../../kernel/operation/output.js';
import type { Listing } from '../../kernel/operation/page.js';
import { PhoneNumberListMeta, PhoneNumberView } from './phone-number.view.js';
import { PhoneNumbers, type Sending } from './phone-numbers.js';

class ListPhoneNumbersInput {}

class ListPhoneNumbers implements UseCase<ListPhoneNumbersInput, Listing<PhoneNumber, Sending>> {
  constructor(private readonly phoneNumbers: PhoneNumbers) {}

  execute({ shop }: Caller): Promise<Listing<PhoneNumber, Sending>> {
    return this.phoneNumbers.list(shop.id);
  }
}

export const listPhoneNumbers = operation(ListPhoneNumbers, {
  name: 'phone_numbers.list',
  summary: 'List the shop’s lines',
  description: 'The shop’s phone numbers, the primary one first, then the oldest. Released and abandoned numbers are left out.',
  scope: 'read',
  route: get('/phone-numbers'),
  input: ListPhoneNumbersInput,
  output: listOf(PhoneNumberView, PhoneNumberListMeta),
  needs: [PhoneNumbers],
});
