import { VinDecoder } from '../../../application/areas/vehicles/vin-decoder.js';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import type { Vin, VinDecode } from '../../../domain/vehicles/vehicle.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

/** An answer is used for 30 days: the meaning of a VIN hardly ever changes, but the decoder's data improves. */
const LIFE = '30 days';

const FIND = statement(
  'vin_decodes.find',
  `select decode from vin_decodes where vin = $1 and decoded_at > $2::timestamptz - interval '${LIFE}'`,
);
const KEEP = statement(
  'vin_decodes.keep',
  `insert into vin_decodes (vin, decode, decoded_at) values ($1, $2, $3)
  on conflict (vin) do update set decode = excluded.decode, decoded_at = excluded.decoded_at`,
);

/** Asks another decoder, and keeps its answers for all shops. Nothing is kept when the decoder gave no usable answer. */
export class RememberingVinDecoder extends VinDecoder {
  constructor(
    private readonly database: Database,
    private readonly decoder: VinDecoder,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async decode(vin: Vin): Promise<VinDecode | null> {
    const [known] = await this.database.read<{ decode: VinDecode }>(FIND, [vin, this.clock.now()]);
    if (known) return known.decode;
    const decode = await this.decoder.decode(vin);
    if (decode) await this.database.writeApart(KEEP, [vin, decode, this.clock.now()]);
    return decode;
  }
}
