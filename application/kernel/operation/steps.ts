import { mayAct } from '../../../domain/access/permission.js';
import {
  Forbidden,
  InsufficientScope,
  OrgSuspended,
  PlanLapsed,
  RateLimited,
  SwitchedOff,
  type ShopError,
} from '../../../domain/shared/errors.js';
import type { Allowance, RateLimiter } from '../ports/ports.js';
import type { Caller, Operation } from './operation.js';

/** The way in which a call reaches an operation. */
export type Surface = 'rest' | 'capability' | 'tool';

/** A place where steps run. `rpc` is a request to the tool endpoint whose body is not read yet, so its operation is not known. */
type Place = Surface | 'rpc';

export interface Entry {
  readonly caller: Caller;
  /** null only at the place `rpc`, where the operation is not known yet */
  readonly operation: Operation | null;
  readonly limiter: RateLimiter;
  /** called with the state of the request limit, also when the limit refuses */
  readonly tell?: (allowance: Allowance) => void;
}

type Refusal = ShopError | null;
type Rule = (caller: Caller, operation: Operation | null) => Refusal;
type Quota = (entry: Entry) => Promise<Refusal>;
type Step = { readonly places: readonly Place[] } & ({ readonly rule: Rule } | { readonly quota: Quota });

/** Steps 2 to 8 of `docs/behaviour.md`, in order. A step runs at the places that it names. */
const STEPS: readonly Step[] = [
  { places: ['rest', 'capability', 'rpc'], quota: requests },
  { places: ['rest', 'capability', 'rpc'], rule: standing },
  { places: ['rest'], rule: plan },
  { places: ['rest', 'capability', 'tool'], rule: scope },
  { places: ['capability', 'tool'], rule: permission },
  { places: ['capability', 'tool'], rule: feature },
  { places: ['capability'], quota: budgetOfRequest },
  { places: ['tool'], quota: budget },
];

const STEPS_AT: Readonly<Record<Place, readonly Step[]>> = {
  rest: stepsAt('rest'),
  capability: stepsAt('capability'),
  tool: stepsAt('tool'),
  rpc: stepsAt('rpc'),
};

/**
 * Runs the steps of a place.
 * @throws the refusal of the first step that refuses
 */
export async function passSteps(place: Place, entry: Entry): Promise<void> {
  for (const step of STEPS_AT[place]) {
    const refusal = 'rule' in step ? step.rule(entry.caller, entry.operation) : await step.quota(entry);
    if (refusal) throw refusal;
  }
}

/** Checks the rules of a place again, for a call that has waited long. It takes from no quota. @throws the first refusal */
export function passRules(place: Surface, caller: Caller, operation: Operation): void {
  for (const step of STEPS_AT[place]) {
    const refusal = 'rule' in step ? step.rule(caller, operation) : null;
    if (refusal) throw refusal;
  }
}

/** Tells whether a caller may call this operation as a tool. A caller's list of tools shows no other operations. */
export function mayCall(caller: Caller, operation: Operation): boolean {
  return STEPS_AT.tool.every((step) => !('rule' in step) || step.rule(caller, operation) === null);
}

function stepsAt(place: Place): Step[] {
  return STEPS.filter(({ places }) => places.includes(place));
}

async function requests({ caller, limiter, tell }: Entry): Promise<Refusal> {
  const allowance = await limiter.take('requests', caller.key.id);
  tell?.(allowance);
  const { allowed, quota, resetSeconds } = allowance;
  return allowed ? null : new RateLimited(`more than ${quota} requests in 60 seconds on this key`, resetSeconds);
}

function standing({ shop }: Caller): ShopError | null {
  return shop.suspended ? new OrgSuspended() : null;
}

function plan({ shop }: Caller): ShopError | null {
  return shop.planLapsed ? new PlanLapsed() : null;
}

function scope({ key }: Caller, operation: Operation | null): ShopError | null {
  return operation?.scope === 'full' && key.scope !== 'full' ? new InsufficientScope() : null;
}

function permission({ key }: Caller, operation: Operation | null): ShopError | null {
  const section = operation?.capability?.permission;
  if (section === undefined || mayAct(key.grants, section)) return null;
  return new Forbidden(`this operation needs the section ${section} at level act`);
}

function feature({ shop }: Caller, operation: Operation | null): ShopError | null {
  const wanted = operation?.capability?.feature;
  return wanted && !shop.features[wanted] ? new SwitchedOff(wanted) : null;
}

async function budget({ caller, operation, limiter }: Entry): Promise<Refusal> {
  const kind = operation?.capability?.budget;
  if (kind === undefined) return null;
  const { allowed, quota, resetSeconds } = await limiter.take(`${kind}_budget`, caller.key.id);
  return allowed ? null : new RateLimited(`the ${kind} budget of ${quota} calls in 60 seconds is used up`, resetSeconds);
}

/** Checks the budget. A request over the budget (429) is not counted against the request limit, so its count is given back. */
async function budgetOfRequest(entry: Entry): Promise<Refusal> {
  const refusal = await budget(entry);
  if (refusal) entry.tell?.(await entry.limiter.giveBack('requests', entry.caller.key.id));
  return refusal;
}
