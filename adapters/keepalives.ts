/**
 * Options for connections that hold advisory locks. They decide how soon the server notices that the client's machine is gone,
 * and releases the locks. Another process then takes the work over. This takes 3 s, so that the whole take-over stays below 5 s.
 */
export const KEEPALIVES = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2';
