import { add, drop, set, take, testEach } from './planted.js';

const CREATE = 'tools > tasks.create';
const LIST = 'tools > tasks.list';
const EVENT = 'events > job.stage_changed > properties > data';

describe('the tools', () => {
  testEach([
    [
      'a tool that goes away, or is new',
      [drop(LIST)],
      ['BREAK tool tasks.list: the tool has gone away'],
      ['tool tasks.list: the tool is new'],
    ],
    [
      'an argument that goes away, or is new',
      [drop(`${CREATE} > inputSchema > properties > notes`)],
      ['BREAK tool tasks.create: the argument notes has gone away'],
      ['tool tasks.create: the argument notes is new'],
    ],
    [
      'a new required argument',
      [set(`${CREATE} > inputSchema > properties > bay`, { type: 'string' }), add(`${CREATE} > inputSchema > required`, 'bay')],
      ['BREAK tool tasks.create: the argument bay is new and required'],
      ['BREAK tool tasks.create: the argument bay has gone away'],
    ],
    [
      'a shorter argument',
      [set(`${CREATE} > inputSchema > properties > title > maxLength`, 20)],
      ['BREAK tool tasks.create: the argument title has the new limit maxLength 20'],
      ['tool tasks.create: the argument title no longer has the limit maxLength 20'],
    ],
    [
      'an argument with fewer values',
      [take(`${LIST} > inputSchema > properties > status > enum`, (value) => value === 'all')],
      ['BREAK tool tasks.list: the argument status no longer has the value all'],
      ['tool tasks.list: the argument status has the new value all'],
    ],
    [
      'a field of the result that goes away, or is new',
      [
        drop(`${CREATE} > outputSchema > properties > notes`),
        take(`${CREATE} > outputSchema > required`, (name) => name === 'notes'),
      ],
      ['BREAK tool tasks.create: the field notes of the result has gone away'],
      ['tool tasks.create: the field notes of the result is new'],
    ],
    [
      'a field of the result that can be null, in a list',
      [set(`${LIST} > outputSchema > properties > items > items > properties > title > type`, ['null', 'string'])],
      ['BREAK tool tasks.list: the field items[].title of the result can be null'],
      ['tool tasks.list: the field items[].title of the result can no longer be null'],
    ],
    [
      'hints that promise less',
      [set(`${LIST} > annotations`, { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true })],
      [
        'BREAK tool tasks.list: the hint destructiveHint is true, which was false',
        'BREAK tool tasks.list: the hint idempotentHint is false, which was true',
        'BREAK tool tasks.list: the hint openWorldHint is true, which was false',
        'BREAK tool tasks.list: the hint readOnlyHint is false, which was true',
      ],
      [
        'tool tasks.list: the hint readOnlyHint is true, which was false',
        'tool tasks.list: the hint destructiveHint is false, which was true',
        'tool tasks.list: the hint idempotentHint is true, which was false',
        'tool tasks.list: the hint openWorldHint is false, which was true',
      ],
    ],
    [
      'another section',
      [set(`${LIST} > access > section`, 'jobs.manage')],
      ['BREAK tool tasks.list: needs a key with the section jobs.manage, which was inbox.access'],
      ['BREAK tool tasks.list: needs a key with the section inbox.access, which was jobs.manage'],
    ],
    [
      'another description',
      [set(`${LIST} > description`, 'Lists tasks.')],
      ['tool tasks.list: the title or the description has changed'],
      ['tool tasks.list: the title or the description has changed'],
    ],
    [
      'another description of an argument',
      [set(`${LIST} > inputSchema > properties > limit > description`, 'How many.')],
      [],
      [],
    ],
  ]);
});

describe('the events', () => {
  testEach([
    [
      'a kind that goes away, or is new',
      [drop('events > lead.created')],
      ['BREAK event lead.created: the kind of event has gone away'],
      ['event lead.created: the kind of event is new'],
    ],
    [
      'a field of the record that goes away, or is new',
      [drop(`${EVENT} > properties > title`), take(`${EVENT} > required`, (name) => name === 'title')],
      ['BREAK event job.stage_changed: the field data.title has gone away'],
      ['event job.stage_changed: the field data.title is new'],
    ],
    [
      'a field of the details that goes away, or is new',
      [
        drop(`${EVENT} > properties > by > properties > key_id`),
        take(`${EVENT} > properties > by > required`, (name) => name === 'key_id'),
      ],
      ['BREAK event job.stage_changed: the field data.by.key_id has gone away'],
      ['event job.stage_changed: the field data.by.key_id is new'],
    ],
    [
      'a field that may be absent',
      [take(`${EVENT} > required`, (name) => name === 'to')],
      ['BREAK event job.stage_changed: the field data.to may be absent'],
      ['event job.stage_changed: the field data.to is always there'],
    ],
    [
      'a field of another type',
      [set('events > lead.created > properties > data > properties > name > type', 'object')],
      ['BREAK event lead.created: the field data.name was string and is object'],
      ['BREAK event lead.created: the field data.name was object and is string'],
    ],
    [
      'a field that can be null',
      [set('events > lead.created > properties > data > properties > name > type', ['null', 'string'])],
      ['BREAK event lead.created: the field data.name can be null'],
      ['event lead.created: the field data.name can no longer be null'],
    ],
    [
      'a list of values that grows, or shrinks',
      [add('events > lead.created > properties > data > properties > status > enum', 'archived')],
      ['event lead.created: the field data.status has the new value archived'],
      ['BREAK event lead.created: the field data.status no longer has the value archived'],
    ],
  ]);
});
