import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const COMMANDS = fileURLToPath(new URL('../../../dist/infrastructure/cli/main.js', import.meta.url));

/** The rows of the nth import of each kind. Every second import changes the records of the one before it. */
const IMPORTED = {
  customers: (n) => ({ external_id: `C-${n}`, name: `Imported ${n}`, phone: `+1613556${1000 + n}`, email: `c${n}@example.com` }),
  vehicles: (n) => ({ external_id: `V-${n}`, customer_external_id: `C-${n}`, make: 'FORD', model: `F-${n}` }),
  quotes: (n) => ({ external_id: `Q-${n}`, customer_external_id: `C-${n}`, status: 'sent', total: 100 + n }),
  invoices: (n) => ({ external_id: `I-${n}`, customer_external_id: `C-${n}`, status: 'open', total: 200 + n }),
  services: (n) => ({ external_id: `S-${n}`, name: `Service ${n}`, pricing_model: 'tiered', active: true, bookable: true }),
  'service-tiers': (n) => ({ service_external_id: `S-${n}`, vehicle_size: 'suv', price: 50 + n }),
  reviews: (n) => ({ external_id: `R-${n}`, reviewer_name: `Reviewer ${n}`, stars: 5, comment: `Good ${n}`, public: true }),
  staff: (n) => ({ external_id: `P-${n}`, name: `Teammate ${n}`, role: 'technician' }),
  leads: (n) => ({ external_id: `L-${n}`, name: `Imported lead ${n}`, status: 'contacted', notes: `First note ${n}` }),
  'lead-timeline': (n) => ({ external_id: `E-${n}`, lead_external_id: `L-${n}`, kind: 'note', body: `Note ${n}` }),
  jobs: (n) => ({
    ...{ external_id: `J-${n}`, customer_external_id: `C-${n}`, title: `Job ${n}`, stage: 'scheduled' },
    ...{ scheduled_start: '2027-03-01T14:00:00Z', scheduled_end: '2027-03-01T16:00:00Z' },
  }),
  conversations: (n) => ({
    ...{ external_id: `T-${n}`, customer_external_id: `C-${n}`, channel: 'sms', contact_number: `+1613556${1000 + n}` },
    messages: [{ external_id: `M0-${n}`, direction: 'inbound', body: `Hello ${n}`, created_at: '2026-05-17T09:30:00Z' }],
  }),
  messages: (n) => ({
    ...{ external_id: `M-${n}`, conversation_external_id: `T-${n}`, direction: 'inbound', body: `Later ${n}` },
    created_at: new Date().toISOString(),
  }),
  tasks: (n) => ({ external_id: `D-${n}`, title: `Imported task ${n}`, status: 'open' }),
  calls: (n) => ({
    ...{ external_id: `A-${n}`, conversation_external_id: `T-${n}`, direction: 'inbound', status: 'missed' },
    ...{ from: `+1613556${1000 + n}`, to: '+16135550100', started_at: new Date().toISOString() },
  }),
};
/** What a second import of a record changes. */
const AGAIN = {
  ...{
    customers: { city: 'Kingston' },
    vehicles: { color: 'red' },
    quotes: { status: 'accepted' },
    invoices: { status: 'paid' },
  },
  ...{
    services: { active: false, bookable: false },
    'service-tiers': { price: 999 },
    reviews: { public: false },
    staff: { name: 'Renamed' },
  },
  ...{ leads: { status: 'won' }, 'lead-timeline': { body: 'Corrected' }, jobs: { title: 'Renamed', stage: 'in_progress' } },
  ...{
    conversations: { status: 'closed' },
    messages: { body: 'Corrected' },
    tasks: { status: 'done' },
    calls: { status: 'completed' },
  },
};

/**
 * The commands of an operator in their turn: an import of each kind, new records and then changed ones, half of them announced; and
 * between them a text and a call of somebody, and an erasure.
 * @param person returns `{ id, phone }` of a customer that may be erased
 */
export function* commandsFor(person) {
  for (let n = 1; ; n += 1) {
    for (const [index, kind] of Object.keys(IMPORTED).entries()) {
      const row = IMPORTED[kind](n);
      for (const rows of [row, { ...row, ...AGAIN[kind] }])
        yield { import: kind, rows: [rows], more: (n + index) % 2 === 0 ? ['--announce'] : [] };
      if (index % 5 === 0) yield { args: ['sandbox', 'receive', '--from', `+1613557${1000 + n}`, '--body', `Hello ${n}`] };
      if (index % 5 === 1) yield { args: ['sandbox', 'call', '--from', `+1613557${1000 + n}`, '--missed'] };
      if (index % 5 === 2) yield { args: ['sandbox', 'call', '--from', `+1613557${2000 + n}`, '--transcript', 'Is it ready?'] };
      if (index % 5 === 3) yield { args: ['customer', 'erase', person().id, '--yes'] };
    }
  }
}

/** Runs a command of `shop-ops` on a shop. @throws Error with what it said if it failed */
export async function runCommand({ env, folder }, { id }, { import: kind, rows, more = [], args }) {
  const file = join(folder, `${kind}.ndjson`);
  if (rows) await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const all = [...(args ?? ['import', kind, file, ...more]), '--shop', id];
  const ran = spawn(process.execPath, [COMMANDS, ...all], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaint, [code]] = await Promise.all([text(ran.stdout), text(ran.stderr), once(ran, 'exit')]);
  if (code !== 0) throw new Error(`shop-ops ${all.join(' ')} ended with ${code}: ${said}${complaint}`);
}
