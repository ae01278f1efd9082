import type { Answer, Api } from './api.js';
import type { TestService } from './service.js';

const BEGINNING = '2000-01-01T00:00:00Z';

/** A program that keeps a copy of one list by `updated_since` and its cursor. */
export class ChangeReader {
  private cursor: string | null = null;

  constructor(
    private readonly service: Pick<TestService, 'sql'>,
    private readonly api: Api,
    private readonly path: string,
    private readonly query: Readonly<Record<string, string>> = {},
  ) {}

  /** Reads on to the end, page by page. */
  async news(): Promise<Answer['body'][]> {
    // A page has the changes before the present millisecond.
    await this.service.sql('select pg_sleep(0.002)');
    const rows: Answer['body'][] = [];
    for (let more = true; more;) {
      const { data, meta } = await this.page();
      rows.push(...data);
      more = meta.more;
    }
    return rows;
  }

  async page(): Promise<Answer['body']> {
    const query = new URLSearchParams({
      updated_since: BEGINNING,
      ...this.query,
      ...(this.cursor !== null && { cursor: this.cursor }),
    });
    const answer = await this.api.get(`${this.path}?${query.toString()}`);
    if (answer.status !== 200) throw new Error(`GET ${this.path} answered ${answer.status}: ${answer.text}`);
    this.cursor = answer.body.meta.next_cursor;
    return answer.body;
  }
}
