import type { Config } from '../settings/config.js';
import { ok, warn, type Finding } from './finding.js';

const LOOPBACK = /^(localhost|127\.|::1$|\[::1\]$)/;

/** A random key of 32 hexadecimal digits has fewer different ones less often than once in a million. */
const FEWEST_CHARACTERS = 8;

/** The name of the check, whether there is reason for a doubt, the effect of the setting, and advice. */
type Doubt = readonly [string, boolean, string, string];

/** Warns about settings that are valid but may not be what the operator wants. */
export function checkChoices(config: Config): Finding[] {
  const wrong = [...doubtsAboutLimits(config), ...doubtsAbout(config), ...doubtsAboutTrust(config)].filter(
    ([, doubtful]) => doubtful,
  );
  return [
    ...wrong.map(([check, , detail, advice]) => warn(check, detail, advice)),
    checkDecoder(config),
    checkTexts(config),
    checkWebhooks(config),
  ];
}

function doubtsAbout({ database, publicUrl, demo, host, texts, role }: Config): readonly Doubt[] {
  return [
    [
      'public address',
      database !== null && publicUrl === null,
      'PUBLIC_URL is not set: requests for recording links answer 500',
      'set PUBLIC_URL to the address that clients use',
    ],
    [
      'demo',
      demo && (database !== null || !LOOPBACK.test(host)),
      'DEMO is on, and others may be able to reach this service',
      'set DEMO=off if the shops are real',
    ],
    [
      'demo texts',
      demo && texts.provider === 'twilio',
      'DEMO is on, and TEXT_PROVIDER=twilio sends the texts to the demo’s made-up customers',
      'set TEXT_PROVIDER=sandbox, or DEMO=off if the shops are real',
    ],
    [
      'encryption',
      database !== null && !database.ssl && isElsewhere(database.url),
      'DATABASE_SSL is off and the database is on another machine',
      'set DATABASE_SSL=on unless the network between them is private',
    ],
    [
      'role',
      role === 'web',
      'ROLE=web (or WORKER=off): this process does no background work',
      'run at least one process with ROLE=worker or ROLE=all',
    ],
  ];
}

function doubtsAboutTrust({ trustedProxies, signingKeys }: Config): readonly Doubt[] {
  return [
    [
      'trusted proxies',
      trustedProxies.some(isEverybody),
      'TRUST_PROXY trusts everybody: a client can choose the address by which its failed keys are counted',
      'set TRUST_PROXY to the subnets of the proxies alone',
    ],
    [
      'signing keys',
      (signingKeys ?? []).some(isWeak),
      'a key in SIGNING_KEYS can be guessed: it has few different characters',
      'put a new one first, which openssl rand -hex 32 makes, and see "A secret is to change" in docs/operating.md',
    ],
  ];
}

/** A subnet with half of all addresses or more. */
function isEverybody(subnet: string): boolean {
  return /\/[01]$/.test(subnet);
}

function isWeak(key: string): boolean {
  return new Set(key).size < FEWEST_CHARACTERS;
}

function doubtsAboutLimits({ limits, redis }: Config): readonly Doubt[] {
  const without = (check: string, limit: number, setting: string, usual: number, effect: string): Doubt => [
    check,
    limit === 0,
    `${setting}=0: ${effect}`,
    `set ${setting} (the default is ${usual})`,
  ];
  return [
    without('rate limit', limits.requests, 'RATE_LIMIT', 120, 'requests are not limited'),
    without('read budget', limits.readBudget, 'READ_BUDGET', 60, 'capability reads are not limited'),
    without('write budget', limits.writeBudget, 'WRITE_BUDGET', 20, 'capability writes are not limited'),
    without('failed keys', limits.authFailures, 'AUTH_FAILURE_LIMIT', 100, 'attempts to guess keys are not limited'),
    [
      'encryption of limits',
      redis !== null && redis.url.startsWith('redis:') && isElsewhere(redis.url),
      'REDIS_URL begins with redis:// and Redis is on another machine',
      'use rediss:// unless the network between them is private',
    ],
  ];
}

function isElsewhere(url: string): boolean {
  return !LOOPBACK.test(new URL(url).hostname);
}

function checkTexts({ texts, publicUrl, database }: Config): Finding {
  if (texts.provider === 'sandbox') {
    const effect = 'TEXT_PROVIDER=sandbox: texts are kept and not sent, and the paths that Twilio calls answer 404';
    return database === null ? ok('texts', effect) : warn('texts', effect, 'set TEXT_PROVIDER=twilio if the shops are real');
  }
  if (publicUrl !== null) {
    const paths = `${publicUrl}/providers/twilio/messages, /status, /calls, /recordings and /transcripts`;
    return ok('texts', `through Twilio, which calls ${paths}`);
  }
  const effect = 'PUBLIC_URL is not set: the paths that Twilio calls answer 404, so no texts and no receipts come in';
  return warn('texts', effect, 'set PUBLIC_URL to the address that Twilio calls');
}

function checkDecoder({ vinDecoderUrl }: Config): Finding {
  if (vinDecoderUrl !== null) return ok('vin decoder', vinDecoderUrl);
  const effect = 'VIN_DECODER_URL=off: vehicles get no data from their VIN';
  return warn('vin decoder', effect, 'remove VIN_DECODER_URL to use the vPIC service');
}

function checkWebhooks({ privateWebhooks }: Config): Finding {
  if (!privateWebhooks) return ok('webhooks', 'to https addresses of the public internet');
  const effect = 'ALLOW_PRIVATE_WEBHOOKS=on: whoever may subscribe can make this service send requests into its own networks';
  return warn('webhooks', effect, 'set ALLOW_PRIVATE_WEBHOOKS=off unless this is a machine for development');
}
