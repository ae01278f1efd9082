import { instantOf } from '../../domain/shared/instant.js';
import { DAY, HOUR, MINUTE } from './calendar.js';
import type { Row } from './demo-shops.js';
import type { Telling } from './telling.js';

/** Gives the value of a template in one telling of its story. */
type Value = (telling: Telling) => unknown;
/** The columns of a row, with the templates of their values. */
export type Template = readonly (readonly [column: string, value: Value])[];

const ALL = /^\{\{([^{}]*)\}\}$/;
const EACH = /\{\{([^{}]*)\}\}/;
const TIME = /^(start|at|now)(?:([+-][\d.]+)([dhm]))?$/;
const OF = /^(one|id) of (\S+)$/;
const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: MINUTE };

/**
 * Reads the templates of a row. They are read once and not in each telling, because that would take most of the demo's time.
 * `{{a|b}}` is one of these texts at random; an empty one is null. `{{one of tags}}` is one of the shop's words of this name.
 * `{{id of jobs}}` is the id of the story's last job. `{{at-3d}}` is about three days before the story's time and `{{now-3d}}`
 * before now; `{{start+2h}}` is exactly two hours after the story's time. Anything else is a value that `Telling` makes.
 */
export function templateOf(row: Row): Template {
  return Object.entries(row).map(([column, value]) => [column, valueOf(value)]);
}

function valueOf(written: unknown): Value {
  if (Array.isArray(written)) {
    const values = written.map(valueOf);
    return (telling) => values.map((value) => value(telling));
  }
  if (typeof written !== 'string' || !EACH.test(written)) return () => written;
  const [, all] = ALL.exec(written) ?? [];
  if (all !== undefined) return expressionOf(all);
  const parts = written.split(EACH).map((part, index): Value => (index % 2 === 0 ? () => part : expressionOf(part)));
  return (telling) => parts.map((part) => String(part(telling))).join('');
}

function expressionOf(text: string): Value {
  if (text.includes('|')) {
    const choices = text.split('|').map(choiceOf);
    return ({ random }) => random.pick(choices);
  }
  const [, what, name = ''] = OF.exec(text) ?? [];
  if (what === 'one') return ({ random, demo }) => random.pick(demo.shop.words[name] ?? []);
  if (what === 'id') return ({ ids }) => ids.get(name);
  const [, base, distance, unit = ''] = TIME.exec(text) ?? [];
  const ms = Number(distance ?? 0) * (UNITS[unit] ?? 0);
  if (base === 'start') return ({ at }) => instantOf(at + ms);
  if (base === 'at') return ({ at, pace }) => instantOf(at + Math.round(ms * pace));
  if (base === 'now') return ({ now, pace }) => instantOf(now + Math.round(ms * pace));
  return (telling) => telling.valueOf(text);
}

function choiceOf(text: string): unknown {
  if (text === '') return null;
  return /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text;
}
