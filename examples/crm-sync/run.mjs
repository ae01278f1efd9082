// API=https://shop.example KEY=sk_shop_… node run.mjs FOLDER
import { ShopOperations } from 'shop-operations-client';
import { syncCrm } from './crm-sync.mjs';
import { FolderCrm } from './folder-crm.mjs';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
const { API, KEY } = process.env;
// A walk over many records waits when the limit of requests is reached.
const shop = new ShopOperations({ baseUrl: API, key: KEY, timeoutMs: 90_000 });
await syncCrm(shop, new FolderCrm(process.argv[2] ?? 'crm'), ending.signal);
