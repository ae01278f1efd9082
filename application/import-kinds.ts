import { areas } from './areas.js';
import { inReferenceOrder } from './import/reference-order.js';

/** The kinds of files that can be imported and exported. A kind comes after the kinds that it refers to. */
export const IMPORT_KINDS = inReferenceOrder(areas.flatMap(({ importKinds }) => importKinds));
