// API=https://shop.example KEY=sk_shop_… PORT=8080 node server.mjs
import { createServer } from 'node:http';
import { ShopOperations } from 'shop-operations-client';
import { website } from './website.mjs';

const { API, KEY, PORT = '8080' } = process.env;
createServer(website(new ShopOperations({ baseUrl: API, key: KEY }))).listen(Number(PORT), () => {
  process.stdout.write(`http://localhost:${PORT}\n`);
});
