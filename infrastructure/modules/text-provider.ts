import type { Container } from 'inversify';
import { DiskFiles } from '../../adapters/files/disk-files.js';
import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import { SandboxCallProvider } from '../../adapters/sms/sandbox/sandbox-call-provider.js';
import { SandboxCallers } from '../../adapters/sms/sandbox/sandbox-callers.js';
import { SandboxFiles, SandboxMediaSource } from '../../adapters/sms/sandbox/sandbox-media-source.js';
import { SandboxRecipients } from '../../adapters/sms/sandbox/sandbox-recipients.js';
import { SandboxTextProvider } from '../../adapters/sms/sandbox/sandbox-text-provider.js';
import { TwilioMediaSource } from '../../adapters/sms/twilio/twilio-media-source.js';
import { TwilioOnDemand } from '../../adapters/sms/twilio/twilio-on-demand.js';
import { CallProvider } from '../../application/areas/calls/call-provider.js';
import { CallReports } from '../../application/areas/calls/call-reports.js';
import { MediaSource } from '../../application/areas/media/fetch-media.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { ProviderEvents } from '../../application/areas/texting/provider-events.js';
import { SandboxOutbox } from '../../application/areas/texting/sandbox-outbox.js';
import { TextProvider } from '../../application/areas/texting/text-provider.js';
import { Clock, Ids, Log } from '../../application/kernel/ports/ports.js';
import { provide, type Provision } from '../../application/kernel/provide.js';
import type { RecordingsConfig, TextsConfig } from '../settings/config.js';

/** The adapter of the storage of recordings and attachments. */
export function bindFileStorage(container: Container, recordings: RecordingsConfig): void {
  if (recordings.kind === 'folder') {
    container.bind(FileStorage).toConstantValue(new DiskFiles(recordings.folder));
    return;
  }
  const bucket = new S3OnDemand(recordings);
  container.bind(S3OnDemand).toConstantValue(bucket);
  container.bind(FileStorage).toConstantValue(bucket);
}

/** Loads the SDK for S3 if files lie in a bucket, so that the first file does not wait for it. */
export async function loadFileStorage(container: Container): Promise<void> {
  if (container.isBound(S3OnDemand)) await container.get(S3OnDemand).load();
}

/** The adapters of the provider of texts. With Twilio, nothing of the sandbox is bound. */
export function bindTextProvider(container: Container, texts: TextsConfig, bind: (provision: Provision) => void): void {
  if (texts.provider === 'sandbox') {
    bind(provide(TextProvider, SandboxTextProvider, [SandboxOutbox, Ids, Clock]));
    bind(provide(CallProvider, SandboxCallProvider, []));
    bind(provide(SandboxFiles, SandboxFiles, [FileStorage, Ids]));
    bind(provide(MediaSource, SandboxMediaSource, [FileStorage]));
    bind(provide(SandboxCallers, SandboxCallers, [CallReports, Ids, Clock]));
    bind(provide(SandboxRecipients, SandboxRecipients, [SandboxOutbox, ProviderEvents, Ids, Clock]));
    return;
  }
  const { accountSid, authToken, apiUrl: baseUrl } = texts;
  const log = container.get(Log);
  const twilio = new TwilioOnDemand({
    accountSid,
    authToken,
    baseUrl,
    log: (message, detail) => {
      log.warn(message, detail);
    },
  });
  container.bind(TwilioOnDemand).toConstantValue(twilio);
  container.bind(TextProvider).toConstantValue(twilio);
  container.bind(CallProvider).toConstantValue(twilio);
  container.bind(MediaSource).toConstantValue(new TwilioMediaSource({ accountSid, authToken, baseUrl }));
}

/** Loads Twilio's SDK if texts go through Twilio, so that the first text does not wait for it. */
export async function loadTextProvider(container: Container): Promise<void> {
  if (container.isBound(TwilioOnDemand)) await container.get(TwilioOnDemand).load();
}
