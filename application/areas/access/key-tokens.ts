/** The parts of a key that are compared with the stored key. A key has the form `sk_shop_<public id>_<secret>_<checksum>`. */
export interface ReadToken {
  readonly publicId: string;
  /** SHA-256 of the secret, hexadecimal */
  readonly secretHash: string;
}

export interface MintedToken extends ReadToken {
  /** the plain key, shown once and never stored */
  readonly token: string;
}

export abstract class KeyTokens {
  abstract mint(): MintedToken;
  /**
   * Reads the parts of a key; the database is not asked. Null: the text does not have the form of a key, or its checksum is
   * wrong.
   */
  abstract read(token: string): ReadToken | null;
  /** Compares two hashes in constant time. */
  abstract sameHash(one: string, other: string): boolean;
}
