// Loaded into the service before its own code: tells its memory to whoever asks at the port HEAP_PORT.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

createServer((_, answer) => {
  const { rss } = process.memoryUsage(); // before the collection, which may return memory to the system
  collect();
  answer.end(JSON.stringify({ rss, heap: process.memoryUsage().heapUsed }));
})
  .listen(process.env.HEAP_PORT, '127.0.0.1')
  .unref();
