import type { Container } from 'inversify';
import { ProviderHandler, type ProviderHandlerOptions, type ProviderPath } from '../../adapters/http/provider-handler.js';
import type { Route } from '../../adapters/http/route-table.js';
import { TwilioOnDemand } from '../../adapters/sms/twilio/twilio-on-demand.js';
import { inboundTextOf, receiptOf } from '../../adapters/sms/twilio/webhook-forms.js';
import { ProviderEvents } from '../../application/messages/provider-events.js';
import { calledBack, STATUS_CALLBACK_PATH } from '../../application/messages/status-callback.js';
import { RateLimiter } from '../../application/ports/rate-limiter.js';
import type { Config } from '../settings/config.js';

/** TwiML that does nothing: the service answers a text later, if at all. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/**
 * The paths that Twilio calls. There are none with the sandbox, and none without the public address of the service, because the
 * signatures are over that address.
 */
export function providerRoutes(
  container: Container,
  { texts, publicUrl }: Pick<Config, 'texts' | 'publicUrl'>,
  observe: ProviderHandlerOptions['observe'],
): Route[] {
  if (texts.provider === 'sandbox' || publicUrl === null) return [];
  const twilio = container.get(TwilioOnDemand);
  const isSigned: ProviderHandlerOptions['isSigned'] = (call) => twilio.hasSigned(call);
  const handler = new ProviderHandler({ publicUrl, isSigned, limiter: container.get(RateLimiter), observe });
  return [inboundTexts(container), receipts(container)].map((path) => handler.routeOf(path));
}

function inboundTexts(container: Container): ProviderPath {
  return {
    path: '/providers/twilio/messages',
    name: 'providers.messages',
    answer: NO_REPLY,
    take: async ({ form }) => {
      const text = inboundTextOf(form);
      if (!text) return 'unreadable';
      return (await container.get(ProviderEvents).received(text)) === null ? 'unknown' : 'taken';
    },
  };
}

function receipts(container: Container): ProviderPath {
  return {
    path: STATUS_CALLBACK_PATH,
    name: 'providers.status',
    answer: '',
    take: async ({ url, form }) => {
      const receipt = receiptOf(form, calledBack(new URL(url).searchParams));
      if (!receipt) return 'unreadable';
      return (await container.get(ProviderEvents).reported(receipt)) === null ? 'unknown' : 'taken';
    },
  };
}
