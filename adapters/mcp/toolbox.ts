import { LRUCache } from 'lru-cache';
import type { JsonSchema } from '../../application/kernel/fields/json-schema.js';
import type { Instant } from '../../domain/shared/instant.js';
import { timeHints } from './instructions.js';
import { spelled, ToolNames, type Spelling } from './tool-arguments.js';
import type { Tool, ToolDescription } from './tool.js';

/**
 * This many sets of descriptions are remembered: one for each time zone and spelling. All shops together have few different time
 * zones.
 */
const MOST_ZONES = 100;

/** The one tool whose times have an example of an offset: every word costs tokens in every conversation. */
const WITH_EXAMPLE = 'tasks.create';

/** All tools of the service. Each tool can be found under both of its names, with a dot and with an underscore. */
export class Toolbox {
  readonly names: ToolNames;
  private readonly byName = new Map<string, Tool>();
  private readonly described = new LRUCache<string, ReadonlyMap<Tool, ToolDescription>>({ max: MOST_ZONES });

  constructor(readonly tools: readonly Tool[]) {
    this.names = new ToolNames(tools.map(({ operation }) => operation.name));
    for (const tool of tools) {
      const { name } = tool.operation;
      for (const one of new Set([name, spelled(name, 'underscore')])) {
        if (this.byName.has(one)) throw new Error(`two tools have the name ${one}`);
        this.byName.set(one, tool);
      }
    }
  }

  find(name: string): Tool | undefined {
    return this.byName.get(name);
  }

  /** The descriptions of the tools for a shop in that time zone. */
  describe(spelling: Spelling, timezone: string, now: Instant): ReadonlyMap<Tool, ToolDescription> {
    const key = `${spelling} ${timezone}`;
    const known = this.described.get(key);
    if (known) return known;
    const hints = timeHints(timezone, now);
    const descriptions = new Map(
      this.tools.map((tool) => {
        const hint = tool.operation.name === WITH_EXAMPLE ? hints.full : hints.short;
        return [tool, this.respell(inZone(tool.description, hint), spelling)];
      }),
    );
    this.described.set(key, descriptions);
    return descriptions;
  }

  private respell(description: ToolDescription, spelling: Spelling): ToolDescription {
    // The text is the JSON of a description in which only names of tools were replaced.
    return JSON.parse(this.names.respell(JSON.stringify(description), spelling)) as ToolDescription;
  }
}

function inZone(description: ToolDescription, hint: string): ToolDescription {
  return { ...description, inputSchema: withHint(description.inputSchema, hint) };
}

/** The schema with a hint about the time zone at every property that is a time. */
function withHint(schema: JsonSchema, hint: string): JsonSchema {
  const { format, description = '', properties, items } = schema;
  return {
    ...schema,
    ...(format === 'date-time' && { description: `${description} ${hint}`.trimStart() }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withHint(one, hint)])),
    }),
    ...(items && { items: withHint(items, hint) }),
  };
}
