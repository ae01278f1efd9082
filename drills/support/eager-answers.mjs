// Loaded into a service before its own code, for a planted fault: each write to a client counts as taken at once, so the service
// never waits for a client, and keeps all that the client has not taken.
import { ServerResponse } from 'node:http';

const { write } = ServerResponse.prototype;
ServerResponse.prototype.write = function eager(...given) {
  write.apply(this, given);
  return true;
};
