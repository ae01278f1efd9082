/** The parts of a presented key: `sk_shop_<public id>_<secret>_<checksum>`. */
export interface ReadToken {
  readonly publicId: string;
  /** SHA-256 of the secret, hexadecimal */
  readonly secretHash: string;
}

export interface MintedToken extends ReadToken {
  /** the plain key: shown once, stored nowhere */
  readonly token: string;
}

export abstract class KeyTokens {
  abstract mint(): MintedToken;
  /** Null: not of our form, or the checksum is wrong. Needs no look-up. */
  abstract read(token: string): ReadToken | null;
  /** Compares in constant time. */
  abstract sameHash(one: string, other: string): boolean;
}
