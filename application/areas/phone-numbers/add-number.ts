import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { Cause } from '../../kernel/events/cause.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { AddPhoneNumber, NewPhoneNumber } from './add-phone-number.js';
import { PhoneNumberView } from './phone-number.view.js';

class AddNumber implements UseCase<NewPhoneNumber, PhoneNumber> {
  constructor(private readonly numbers: AddPhoneNumber) {}

  async execute({ shop }: Caller, input: NewPhoneNumber, cause: Cause): Promise<PhoneNumber> {
    return (await this.numbers.add(shop.id, input, cause)).added;
  }
}

export const addNumber = operation(AddNumber, {
  name: 'numbers.add',
  summary: 'Add a line to the shop',
  description:
    'Adds a phone line, whose texts and calls are the shop’s from then on. Nobody is contacted. A repetition is refused, because the ' +
    'shop has the number by then. Refuses a number that is a line of this shop or of another one.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', status: 201, tool: false },
  input: NewPhoneNumber,
  output: one(PhoneNumberView),
  needs: [AddPhoneNumber],
  errors: ['conflict'],
  repeatable: true,
});
