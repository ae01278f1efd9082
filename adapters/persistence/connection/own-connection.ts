import type { ClientConfig } from 'pg';
import { KEEPALIVES } from '../../keepalives.js';
import { SERVER_LIMITS } from './timed-query.js';
import { VALUE_TYPES } from './values.js';

export interface ConnectionAddress {
  readonly url: string;
  readonly ssl: boolean;
}

const CONNECT_MS = 2000;
/** A connection that gives no answer for this long counts as lost, because the server itself ends every statement earlier. */
const ANSWER_MS = 5000;

/** The configuration of a connection outside the pool, for locks and listeners that are held as long as the process lives. */
export function ownConnection({ url, ssl }: ConnectionAddress): ClientConfig {
  return {
    connectionString: url,
    ssl,
    application_name: 'shop-operations',
    types: VALUE_TYPES,
    options: `-c timezone=UTC -c datestyle=ISO ${SERVER_LIMITS} ${KEEPALIVES}`,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  };
}
