import type { Container } from 'inversify';
import { AesSealer } from '../../adapters/signing/aes-sealer.js';
import { HmacCursors } from '../../adapters/signing/hmac-cursors.js';
import { HmacMediaLinks } from '../../adapters/signing/hmac-media-links.js';
import { HmacNumberDigests } from '../../adapters/signing/hmac-number-digests.js';
import { RandomSecrets } from '../../adapters/signing/standard-webhook-signer.js';
import { MediaLinks } from '../../application/areas/media/playback.js';
import { SecretSource } from '../../application/areas/webhooks/webhook-secrets.js';
import { Cursors, NumberDigests, Sealer } from '../../application/kernel/ports/ports.js';

/** The adapters that sign, seal or digest with SIGNING_KEYS, and the source of new secrets. */
export function bindSigning(container: Container, signingKeys: readonly [string, ...string[]]): void {
  container.bind(Cursors).toConstantValue(new HmacCursors(signingKeys));
  container.bind(MediaLinks).toConstantValue(new HmacMediaLinks(signingKeys));
  container.bind(NumberDigests).toConstantValue(new HmacNumberDigests(signingKeys));
  container.bind(Sealer).toConstantValue(new AesSealer(signingKeys));
  container.bind(SecretSource).toConstantValue(new RandomSecrets());
}
