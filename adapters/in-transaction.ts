import type { ClientBase } from 'pg';

/** Runs work in a transaction on a connection that its caller keeps. An error rolls back, so that no lock is held on. */
export async function inTransaction<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the connection may be lost, and the transaction with it
    throw error;
  }
}
