import { InvalidArgumentError, Option, type Command } from 'commander';
import { SandboxCallers } from '../../adapters/sms/sandbox/sandbox-callers.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { Use } from '../modules/use.js';
import { namedShop } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import { lineOf, numberOf } from './sandbox-ends.js';
import { keepSound } from './sandbox-file.js';
import type { Sessions } from './session.js';

interface CallOptions {
  readonly shop: string;
  readonly from: string;
  readonly to?: string;
  readonly missed?: boolean;
  readonly seconds: number;
  readonly recording?: string;
  readonly voicemail?: string;
  readonly transcript?: string;
}

const LONGEST_SECONDS = 24 * 3_600;

export function addSandboxCall(sandbox: Command, sessions: Sessions): void {
  sandbox
    .command('call')
    .description('call a shop, as a customer would; the call ends now')
    .requiredOption('--shop <id>', 'the shop that is called')
    .requiredOption('--from <number>', 'the caller’s number; without a country code, the shop’s country is assumed')
    .option('--to <number>', 'the shop’s line; by default its primary line')
    .option('--missed', 'nobody answers')
    .addOption(new Option('--seconds <number>', 'the length of the whole call').argParser(readSeconds).default(30))
    .addOption(new Option('--recording <file>', 'the recording of the call, which the service then fetches').conflicts('missed'))
    .option('--voicemail <file>', 'a voicemail that the caller leaves, which the service then fetches')
    .option('--transcript <text>', 'the transcript of the call')
    .action(printing((options: CallOptions) => call(sessions, options)));
}

function readSeconds(text: string): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : LONGEST_SECONDS + 1;
  if (seconds > LONGEST_SECONDS) throw new InvalidArgumentError(`It must be a whole number from 0 to ${LONGEST_SECONDS}.`);
  return seconds;
}

function call(sessions: Sessions, options: CallOptions): Promise<Outcome> {
  return sessions.withTables(async ({ config, use }) => {
    if (config.texts.provider === 'twilio') throw new Conflict('TEXT_PROVIDER=twilio: only people can call through Twilio');
    const shop = await namedShop(use, options.shop);
    const id = await use(SandboxCallers).call({
      shop: shop.id,
      from: numberOf('from', options.from, shop),
      to: await lineOf(use, shop, options.to),
      missed: options.missed ?? false,
      seconds: options.seconds,
      recording: await kept(use, shop, 'recording', options.recording),
      voicemail: await kept(use, shop, 'voicemail', options.voicemail),
      transcript: options.transcript ?? null,
    });
    return { document: { call: id }, text: `The call is stored. Its id is ${id ?? 'unknown'}.` };
  });
}

async function kept(use: Use, shop: Shop, kind: 'recording' | 'voicemail', path: string | undefined): Promise<string | null> {
  return path === undefined ? null : keepSound(use, shop.id, kind, path);
}
