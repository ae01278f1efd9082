import { mayAct } from '../../domain/access/permission.js';
import {
  Forbidden,
  InsufficientScope,
  OrgSuspended,
  PlanLapsed,
  RateLimited,
  SwitchedOff,
  type ShopError,
} from '../../domain/shared/errors.js';
import type { Allowance, RateLimiter } from '../ports/rate-limiter.js';
import type { Caller } from './caller.js';
import type { Operation } from './operation.js';

/** Where a call comes in. A gate never reads the body. */
export type Surface = 'rest' | 'capability' | 'tool';

/** What refuses this call, if this gate does. */
type Gate = (caller: Caller, operation: Operation) => ShopError | null;

const suspension: Gate = ({ shop }) => (shop.suspended ? new OrgSuspended() : null);

const plan: Gate = ({ shop }) => (shop.planLapsed ? new PlanLapsed() : null);

const scope: Gate = ({ key }, operation) =>
  operation.scope === 'full' && key.scope !== 'full' ? new InsufficientScope() : null;

const permission: Gate = ({ key }, { capability }) =>
  capability && !mayAct(key.grants, capability.permission)
    ? new Forbidden(`this operation needs the section ${capability.permission} at level act`)
    : null;

const feature: Gate = ({ shop }, { capability }) =>
  capability?.feature && !shop.features[capability.feature] ? new SwitchedOff(capability.feature) : null;

/** Gates 3 to 7, in the order of the decisions. Capability operations have no plan gate; a tool's call was admitted before. */
const GATES: Readonly<Record<Surface, readonly Gate[]>> = {
  rest: [suspension, plan, scope],
  capability: [suspension, scope, permission, feature],
  tool: [scope, permission, feature],
};

export function passGates(surface: Surface, caller: Caller, operation: Operation): void {
  for (const gate of GATES[surface]) {
    const refusal = gate(caller, operation);
    if (refusal) throw refusal;
  }
}

/** Gate 3 alone: the only one that the tool endpoint asks before it reads a body. */
export function refuseSuspended({ shop }: Caller): void {
  if (shop.suspended) throw new OrgSuspended();
}

/** Whether a tool list shows this operation to this caller. */
export function mayCall(caller: Caller, operation: Operation): boolean {
  return GATES.tool.every((gate) => gate(caller, operation) === null);
}

/** Gate 2: the caller's allowance of requests, of which the answer's headers tell. */
export function takeRequest(limiter: RateLimiter, { key }: Caller): Promise<Allowance> {
  return limiter.take('requests', key.id);
}

export function refuseBeyond({ allowed, quota, resetSeconds }: Allowance): void {
  if (!allowed) throw new RateLimited(`more than ${quota} requests in 60 seconds on this key`, resetSeconds);
}

/** Gate 8. */
export async function spendBudget(limiter: RateLimiter, { key }: Caller, { capability }: Operation): Promise<void> {
  if (!capability) return;
  const { allowed, quota, resetSeconds } = await limiter.take(`${capability.budget}_budget`, key.id);
  if (!allowed) {
    throw new RateLimited(`the ${capability.budget} budget of ${quota} calls in 60 seconds is used up`, resetSeconds);
  }
}
