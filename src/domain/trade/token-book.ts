import type { Token } from '#domain/token'
import type { Address, NetworkName } from '#domain/units'

/** Tokens by what users type: a symbol of the list, an address, or both as `SYMBOL@0x…`. */
export interface TokenBook {
  /**
   * @param allowUnlisted an unlisted address is read from the chain instead of refused
   * @throws `TOKEN_NOT_FOUND`, `TOKEN_AMBIGUOUS`, `TOKEN_UNLISTED`, `TOKEN_MISMATCH`, `TOKEN_UNREADABLE`,
   *   `BAD_CHECKSUM`
   */
  resolve(network: NetworkName, text: string, allowUnlisted: boolean): Promise<Token>
  /** The tokens of the entry, then those that the user has added. */
  list(network: NetworkName): readonly Token[]
  /** As `list`, with those of the published list and with pictures. */
  listAll(network: NetworkName): Promise<readonly Token[]>
}

/** With the user's own tokens. */
export interface UserTokenBook extends TokenBook {
  /** Tokens as their contracts describe them; `undefined` in place of one that does not answer. */
  readAll(network: NetworkName, addresses: readonly Address[]): Promise<readonly (Token | undefined)[]>
}
