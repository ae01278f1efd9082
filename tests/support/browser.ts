import { chromium, type Browser } from 'playwright-core';

/** Arguments for Chromium, because the machine of the tests may have no network, and the account may not create sandboxes. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param flags further arguments */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: [...FLAGS, ...flags] });
}
