// Accepts every delivery, and answers GET with the number of deliveries so far and the time in ms of the last one.
import { createServer } from 'node:http';

let accepted = 0;
let last = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ accepted, last }));
  request.resume().on('end', () => {
    accepted += 1;
    last = Date.now();
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
