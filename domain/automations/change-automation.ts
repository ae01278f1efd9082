import type { Automation } from './automation.js';

/** The parts of a rule that the shop decides. */
export type Rule = Pick<Automation, 'name' | 'enabled' | 'on' | 'when' | 'do'>;

/** A rule with some of its parts replaced. When the shop switches a rule on or off, a former reason of the service is void. */
export function changeAutomation(automation: Automation, change: Partial<Rule>): Automation {
  const disabledReason = change.enabled === undefined ? automation.disabledReason : null;
  return { ...automation, ...change, disabledReason };
}

/** Switches a rule off for the service. A rule that is off already stays as it is. */
export function switchOff(automation: Automation, reason: string): Automation {
  return automation.enabled ? { ...automation, enabled: false, disabledReason: reason } : automation;
}
