import { randomBytes } from 'node:crypto';
import { SecretSource } from '../../application/areas/webhooks/webhook-secrets.js';

/** The Standard Webhooks specification asks for 24 to 64 bytes. 24 bytes need no padding in base64. */
const BYTES = 24;

export class RandomSecrets extends SecretSource {
  override next(): string {
    return `whsec_${randomBytes(BYTES).toString('base64')}`;
  }
}
