import type pg from 'pg';
import { SqlTap } from './sql-tap.js';

/** Settings of a database with which Citus tells a session what it sends to which server. */
export const TOLD = ['citus.log_remote_commands = on', 'client_min_messages = log'];

interface Told {
  readonly message: string | undefined;
  readonly detail: string | undefined;
}

/** Records to which servers of a Citus cluster each statement of this process goes, until `close`. */
export class ServerTap {
  private readonly servers = new Map<string, Set<string>>();
  private readonly tap: SqlTap;

  constructor() {
    const known = new WeakSet<pg.Client>();
    const current = new WeakMap<pg.Client, string>();
    this.tap = new SqlTap((client, { text }) => {
      current.set(client, text);
      if (known.has(client)) return;
      known.add(client);
      client.on('notice', ({ message, detail }: Told) => {
        const [, server] = /^on server \S+@(\S+) /.exec(detail ?? '') ?? [];
        if (server !== undefined && message?.startsWith('issuing ') === true) this.note(current.get(client) ?? '', server);
      });
    });
  }

  /** The statements that went to more than one server. */
  get spread(): string[] {
    return [...this.servers].filter(([, servers]) => servers.size > 1).map(([text]) => text);
  }

  /** The number of statements that went to any server. */
  get heard(): number {
    return this.servers.size;
  }

  close(): void {
    this.tap.close();
  }

  private note(text: string, server: string): void {
    const one = text.replace(/\s+/g, ' ').trim();
    this.servers.set(one, (this.servers.get(one) ?? new Set()).add(server));
  }
}
