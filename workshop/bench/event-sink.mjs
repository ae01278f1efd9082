// Accepts every delivery. It is a process of its own, so that its time is not the service's.
import { listen } from '../harness/servers.mjs';

const { url } = await listen((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
console.log(url);
