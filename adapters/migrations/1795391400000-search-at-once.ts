import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets every write update the search index of threads at once. By default PostgreSQL collects the new entries in a list and reads
 * that whole list for each search. A thread gets a new entry with each of its messages, although its texts stay the same, so after
 * 9,000 messages a search took seven times as long.
 */
export class SearchAtOnce1795391400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter index conversations_search set (fastupdate = off)');
    await runner.query(`select gin_clean_pending_list('conversations_search')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter index conversations_search reset (fastupdate)');
  }
}
