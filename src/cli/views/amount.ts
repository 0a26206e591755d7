import { formatDecimal } from '#domain/format-decimal'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

export const tokenView = ({ network, address, symbol, name, decimals, listed }: Token) => ({
  network,
  address: checksum(address),
  symbol,
  ...(name === undefined ? {} : { name }),
  decimals,
  verified: listed,
})

/** An amount with all that is needed to read it: `raw` is exact, `formatted` is the same in whole tokens. */
export const amountView = (raw: bigint, token: Token) => ({
  raw: String(raw),
  formatted: formatDecimal(raw, token.decimals),
  decimals: token.decimals,
  token: tokenView(token),
})
