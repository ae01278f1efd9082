import { Text } from '../../kernel/fields/fields.js';

/** The person at the other end of a thread or a call: its customer, else its lead, else whoever has the number. */
export interface ShownContact {
  /** null: nobody knows it */
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

export class ShownContactView {
  @Text({ nullable: true, fromOutside: true, description: 'Null if nobody knows it.', example: 'Dana Whitfield' }) name!:
    string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'dana@example.com' }) email!: string | null;

  static of({ name, phone, email }: ShownContact): ShownContactView {
    return { name, phone, email };
  }
}
