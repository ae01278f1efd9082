/**
 * Options for connections that hold advisory locks. They decide how soon the server notices that the client's machine is gone,
 * and releases the locks.
 */
export const KEEPALIVES = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';
