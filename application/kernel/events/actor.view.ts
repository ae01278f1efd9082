import { Uuid } from '../fields/fields.js';

/** The key that made a change, and the person whom the key acts for, as an event's details show them. */
export class ActorView {
  @Uuid({ description: 'The API key that called.' }) key_id!: string;
  @Uuid({ nullable: true, description: 'The staff user whom the key acts for.' }) user_id!: string | null;
}
