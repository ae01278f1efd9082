import { Uuid } from '../fields/fields.js';

/** The key and the person behind a change, in the details of an event. */
export class ActorView {
  @Uuid({ description: 'The API key that called.' }) key_id!: string;
  @Uuid({ nullable: true, description: 'The staff user whom the key acts for.' }) user_id!: string | null;
}
