import type { Container } from 'inversify';
import { ProviderHandler, type ProviderHandlerOptions, type ProviderPath } from '../../adapters/http/provider-handler.js';
import type { HttpRoute } from '../../adapters/http/routing.js';
import type { Load } from '../../adapters/load/load.js';
import { TwilioOnDemand } from '../../adapters/sms/twilio/twilio-on-demand.js';
import {
  callReportOf,
  inboundTextOf,
  receiptOf,
  soundReportOf,
  transcriptReportOf,
  type ReadForm,
} from '../../adapters/sms/twilio/webhook-forms.js';
import { CallReports, type PartReport, type StateReport } from '../../application/areas/calls/call-reports.js';
import { ProviderEvents } from '../../application/areas/texting/provider-events.js';
import { calledBack, STATUS_CALLBACK_PATH } from '../../application/areas/texting/text-provider.js';
import { Clock, RateLimiter } from '../../application/kernel/ports/ports.js';
import type { Instant } from '../../domain/shared/instant.js';
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
  load: Load,
  observe: ProviderHandlerOptions['observe'],
): HttpRoute[] {
  if (texts.provider === 'sandbox' || publicUrl === null) return [];
  const twilio = container.get(TwilioOnDemand);
  const isSigned: ProviderHandlerOptions['isSigned'] = (call) => twilio.hasSigned(call);
  const handler = new ProviderHandler({ publicUrl, isSigned, limiter: container.get(RateLimiter), load, observe });
  const paths = [inboundTexts(container), receipts(container), ...callPaths(container)];
  return paths.map((path) => handler.routeOf(path));
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

/** The service answers no call flow: what happens in a call is decided elsewhere, and here it is only noted. */
function callPaths(container: Container): ProviderPath[] {
  const path = (
    name: string,
    report: (form: URLSearchParams, now: Instant) => ReadForm<StateReport | PartReport>,
  ): ProviderPath => ({
    path: `/providers/twilio/${name}`,
    name: `providers.${name}`,
    answer: null,
    take: ({ form }) => noted(container.get(CallReports), report(form, container.get(Clock).now())),
  });
  return [path('calls', callReportOf), path('recordings', soundReportOf), path('transcripts', transcriptReportOf)];
}

async function noted(
  reports: CallReports,
  report: ReadForm<StateReport | PartReport>,
): Promise<'taken' | 'unknown' | 'unreadable'> {
  if (report === null) return 'unreadable';
  if (report === 'nothing') return 'taken';
  const call = await ('part' in report ? reports.part(report) : reports.state(report));
  return call === null ? 'unknown' : 'taken';
}
