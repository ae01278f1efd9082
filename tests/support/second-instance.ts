import type { Container } from 'inversify';
import { createContainer } from '../../infrastructure/modules/container.js';
import type { TestService } from './service.js';

/** The parts of a second instance of a service, on the same database and under the same clock. It serves no requests. */
export function secondInstance({ connections, log, clock, recordings }: TestService): Container {
  const config = {
    limits: { requests: 0, readBudget: 0, writeBudget: 0, authFailures: 0 },
    redis: null,
    vinDecoderUrl: null,
    texts: { provider: 'sandbox' } as const,
    mail: null,
    recordings,
    importProvenance: true,
    publicUrl: null,
    privateWebhooks: false,
  };
  return createContainer({ config, connections, signingKeys: ['x'], log, clock });
}
