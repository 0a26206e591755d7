import { findPublishedToken } from '#app/tokens'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { findOtherName, type Token } from '#domain/token'
import type { UnsignedTransaction } from '#domain/trade/offline'

/**
 * What a file calls its tokens is what the lists call them: its bytes have addresses only, and every amount is shown, recorded
 * and counted by symbol and decimals.
 * @param find what else tells of a token that is in no list; `undefined` if nothing does
 * @throws `PAYLOAD_MISMATCH`; as `find`
 */
export async function requireListedTokens(
  network: Network,
  unsigned: UnsignedTransaction,
  find: (token: Token) => Promise<Token | undefined> = async () => undefined,
): Promise<void> {
  const tokens = unsigned.step === 'swap' ? [unsigned.trade.sell, unsigned.trade.buy] : [unsigned.token]
  for (const token of tokens) {
    const known = (await findPublishedToken(network, token.address)) ?? (token.listed ? undefined : await find(token))
    const expected = findOtherName(known, token)
    if (expected === undefined) continue
    throw fail('PAYLOAD_MISMATCH', {
      field: `the token ${token.address} on ${network.name}`,
      expected,
      actual: `${token.symbol}, ${token.decimals} decimals`,
    })
  }
}
