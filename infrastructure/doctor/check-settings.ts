import { readConfig, type Config } from '../settings/config.js';
import { WrongSettings } from '../settings/settings.js';
import { fail, ok, type Finding } from './finding.js';

export interface CheckedSettings {
  readonly findings: readonly Finding[];
  /** the configuration without the wrong settings; null: DATABASE_URL is wrong, so only the settings can be checked */
  readonly config: Config | null;
}

/** Valid values for settings that can be required. They replace wrong values, so that the other settings can be checked. */
const STAND_INS: Readonly<Record<string, string>> = {
  SIGNING_KEYS: 'a stand-in while the others are examined',
  TWILIO_ACCOUNT_SID: 'ACstandin',
  TWILIO_AUTH_TOKEN: 'a-stand-in',
  MAIL_FROM: 'stand-in@shop.example',
  AWS_REGION: 'stand-in',
};

/**
 * Checks every setting. Wrong settings are taken out and the rest is checked again, until all of the rest is right. A setting can
 * be wrong only in a later round: it fits the wrong value of another setting, but not that setting's default.
 */
export function checkSettings(env: NodeJS.ProcessEnv): CheckedSettings {
  const findings: Finding[] = [];
  const rest = { ...env };
  for (;;) {
    try {
      const config = readConfig(rest, false);
      if (findings.length === 0) findings.push(ok('settings', 'every setting is valid'));
      // If DATABASE_URL was wrong and taken out, the configuration names the embedded database, which the operator does not want.
      // So the configuration is not returned.
      const hasItsDatabase = ['DATABASE_URL', 'DATABASE_URL_FILE'].every((name) => env[name] === rest[name]);
      return { findings, config: hasItsDatabase ? config : null };
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error;
      for (const { setting, message } of error.faults) {
        const standIn = STAND_INS[setting];
        const otherwise = standIn === undefined ? ', or remove it to use its default' : '';
        findings.push(fail(`setting ${setting}`, message, `correct ${setting} as the message says${otherwise}`));
        rest[setting] = standIn;
      }
    }
  }
}
