import { readConfig, type Config } from '../settings/config.js';
import { laterSettingsIn } from '../settings/later-settings.js';
import { givenIn, WrongSettings } from '../settings/settings.js';
import { fail, ok, warn, type Finding } from './finding.js';

export interface CheckedSettings {
  readonly findings: readonly Finding[];
  /** what the service would run with if the wrong settings were put right; null: they leave nothing to examine */
  readonly config: Config | null;
}

/** Where a setting may not be left out, something that is valid. */
const STAND_INS: Readonly<Record<string, string>> = {
  SIGNING_KEYS: 'a stand-in while the others are examined',
  TWILIO_ACCOUNT_SID: 'ACstandin',
  TWILIO_AUTH_TOKEN: 'a-stand-in',
};

/** What is wrong is taken away, for the others to be examined: one of them may be wrong beside another's default. */
export function checkSettings(env: NodeJS.ProcessEnv): CheckedSettings {
  const findings: Finding[] = [];
  const rest = { ...env };
  for (;;) {
    try {
      const config = readConfig(rest, false);
      if (findings.length === 0) findings.push(ok('settings', 'every setting is valid'));
      // Without the address of its database there is only the embedded one left, which is not what is meant.
      return { findings: [...findings, ...withoutEffect(env, rest)], config: env['DATABASE_URL'] === rest['DATABASE_URL'] ? config : null };
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error;
      for (const { setting, message } of error.faults) {
        const standIn = STAND_INS[setting];
        const otherwise = standIn === undefined ? ', or leave it out for its default' : '';
        findings.push(fail(`setting ${setting}`, message, `set ${setting} as the message says${otherwise}`));
        rest[setting] = standIn;
      }
    }
  }
}

function withoutEffect(env: NodeJS.ProcessEnv, sound: NodeJS.ProcessEnv): Finding[] {
  const names = laterSettingsIn(givenIn(env)).filter((name) => env[name] === sound[name]);
  return names.map((name) => warn(`setting ${name}`, `${name} is set, and this version does not use it yet`, `leave ${name} for a later version, or take it out`));
}
