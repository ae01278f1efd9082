import { changeLine, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { defined } from '../../../domain/shared/defined.js';
import type { PhoneNumberId } from '../../../domain/shared/id.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Flag, PathId, Text } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { ChangedLines } from './changed-lines.js';
import { PhoneNumberView } from './phone-number.view.js';

class UpdateNumberInput {
  @PathId({ description: 'The `id` of a line, from `GET /phone-numbers`.' }) id!: PhoneNumberId;
  @Text({
    max: 120,
    change: true,
    nullable: true,
    description: 'Says what the line is for; null: nothing.',
    example: 'Front desk',
  })
  label?: string | null;
  @Flag({ change: true, description: 'True: the line becomes primary instead of the present one.', example: true })
  is_primary?: boolean;
  @Flag({ change: true, description: 'True if the line can send at all.', example: true }) is_sending?: boolean;
}

class UpdateNumber implements UseCase<UpdateNumberInput, PhoneNumber> {
  constructor(private readonly lines: ChangedLines) {}

  async execute({ shop }: Caller, input: UpdateNumberInput, cause: Cause): Promise<PhoneNumber> {
    const { id, label, is_primary: isPrimary, is_sending: isSending } = input;
    const change = defined({ label, isPrimary, isSending });
    return (await this.lines.change(shop.id, cause, (live) => changeLine(live, id, change))).line;
  }
}

export const updateNumber = operation(UpdateNumber, {
  name: 'numbers.update',
  summary: 'Change a line of the shop',
  description:
    'Sets the label of a live line, makes it the primary one, or says whether it can send. Nobody is contacted. A repetition changes ' +
    'nothing more. Refuses the id of a line that is not live, and to leave the shop without a primary line.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', tool: false },
  input: UpdateNumberInput,
  output: one(PhoneNumberView),
  needs: [ChangedLines],
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
  repeatable: true,
});
