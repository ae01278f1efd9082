import type { Caller } from '../../application/kernel/operation/operation.js';
import { mayCall } from '../../application/kernel/operation/steps.js';
import { ValidationError } from '../../domain/shared/errors.js';
import type { Instant } from '../../domain/shared/instant.js';
import { LONGEST_NAME, type Spelling } from './tool-arguments.js';
import type { Tool, ToolDescription } from './tool.js';
import type { Toolbox } from './toolbox.js';

/** Section names that stand for areas that are chosen together. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = { inbox: ['comms', 'tasks'] };
/** The section name that stands for all areas. */
const ALL = 'all';

/** The areas that an address lists which chooses none: the work of the front desk. Their tools fit into every conversation. */
const FRONT_DESK: ReadonlySet<string> = new Set([
  'appointments',
  'booking',
  'calls',
  'comms',
  'conversations',
  'customers',
  'jobs',
  'leads',
  'services',
  'staff',
  'tasks',
]);

/** The tools at one address: `/api/mcp?names=underscore&sections=customers,inbox&readonly=1`. */
export class Offer {
  private constructor(
    private readonly toolbox: Toolbox,
    private readonly spelling: Spelling,
    /** the chosen areas; null: the address chooses none */
    private readonly areas: ReadonlySet<string> | typeof ALL | null,
    private readonly readonly: boolean,
  ) {}

  /**
   * @param query the query string of the address, without its `?`
   * @throws ValidationError when a parameter has an unknown value, or is given twice
   */
  static at(query: string, toolbox: Toolbox): Offer {
    const given = new URLSearchParams(query);
    for (const name of given.keys()) requireKnown(name);
    const spelling = valueOf(given, 'names', ['underscore']) === null ? 'dot' : 'underscore';
    const readonly = valueOf(given, 'readonly', ['1']) !== null;
    return new Offer(toolbox, spelling, areasOf(given, toolbox), readonly);
  }

  /** Tells whether a tool can be called here. An address that chooses no areas leaves none out. */
  private has({ area, writes }: Tool): boolean {
    return !(this.readonly && writes) && (this.areas === null || this.areas === ALL || this.areas.has(area));
  }

  private lists(tool: Tool): boolean {
    return this.has(tool) && (this.areas !== null || FRONT_DESK.has(tool.area));
  }

  find(name: string): Tool | undefined {
    const tool = this.toolbox.find(name);
    return tool && this.has(tool) ? tool : undefined;
  }

  /** The descriptions of those tools at this address that the caller's key may call. */
  list(caller: Caller, now: Instant): ToolDescription[] {
    const descriptions = this.toolbox.describe(this.spelling, caller.shop.timezone, now);
    return [...descriptions].filter(([tool]) => this.shows(tool, caller)).map(([, description]) => description);
  }

  /** The listed tools that the caller's key may call. */
  openTo(caller: Caller): readonly Tool[] {
    return this.toolbox.tools.filter((tool) => this.shows(tool, caller));
  }

  /** The areas with tools that the caller's key may call, and that this address does not list. */
  leftOut(caller: Caller): readonly string[] {
    const left = this.toolbox.tools.filter((tool) => !this.lists(tool) && mayCall(caller, tool.operation));
    const listed = new Set(this.openTo(caller).map(({ area }) => area));
    return [...new Set(left.map(({ area }) => area))].filter((area) => !listed.has(area));
  }

  private shows(tool: Tool, caller: Caller): boolean {
    return this.lists(tool) && mayCall(caller, tool.operation);
  }

  isOpen(tool: Tool, caller: Caller): boolean {
    return this.has(tool) && mayCall(caller, tool.operation);
  }

  /** The tools that a text names, but that this caller may not call at this address. */
  missingIn(text: string, caller: Caller): readonly string[] {
    return [...new Set(this.toolbox.names.in(text))].filter((name) => {
      const tool = this.toolbox.find(name);
      return tool !== undefined && !this.isOpen(tool, caller);
    });
  }

  /** A text that names tools, with the names in this address's spelling. */
  spell(text: string): string {
    return this.toolbox.names.respell(text, this.spelling);
  }
}

const PARAMETERS = ['names', 'readonly', 'sections'];

/** A name that is ignored would offer more tools than its client wants. */
function requireKnown(name: string): void {
  if (PARAMETERS.includes(name)) return;
  throw new ValidationError(
    name.slice(0, LONGEST_NAME),
    `is not a parameter of this address, which takes ${PARAMETERS.join(', ')}`,
  );
}

/** Returns the value of a parameter that has few allowed values. Null: the parameter is not given. */
function valueOf(given: URLSearchParams, name: string, known: readonly string[]): string | null {
  const [value, ...more] = given.getAll(name);
  if (value === undefined) return null;
  if (more.length > 0) throw new ValidationError(name, 'must be given once');
  if (!known.includes(value)) throw new ValidationError(name, `takes ${known.join(', ')}`);
  return value;
}

function areasOf(given: URLSearchParams, toolbox: Toolbox): ReadonlySet<string> | typeof ALL | null {
  const values = given.getAll('sections').flatMap((value) => value.split(','));
  if (values.length === 0) return null;
  const known = [...new Set([...toolbox.tools.map(({ area }) => area), ...Object.keys(TOGETHER), ALL])];
  for (const value of values) {
    if (known.includes(value)) continue;
    const lacks = value === '' ? '' : `; there is no ${value.slice(0, LONGEST_NAME)}`;
    throw new ValidationError('sections', `takes a list of ${known.join(', ')}${lacks}`);
  }
  return values.includes(ALL) ? ALL : new Set(values.flatMap((value) => TOGETHER[value] ?? [value]));
}
