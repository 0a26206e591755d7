import { fail } from '#domain/errors'
import type { PermitRequest } from '#domain/permit'
import type { Chain } from '#domain/ports'
import type { Token } from '#domain/token'
import { type Address, type Amount, noBytes, type Seconds } from '#domain/units'
import { permitReads, permitSeparator } from '#encoding/token-permit'

/**
 * The signed approval a token would take. Its name and version are believed only where they give the domain separator
 * that the contract itself states: what is signed for another domain could be worth something elsewhere.
 * @throws `PERMIT_NOT_SUPPORTED` where the token has none, or states a domain that is not its own
 */
export async function permitFor(
  chain: Pick<Chain, 'network' | 'read'>,
  asked: { token: Token; owner: Address; spender: Address; value: Amount; deadline: Seconds },
): Promise<PermitRequest> {
  const { token, ...rest } = asked
  const [readName, readVersion, readNonce, readSeparator] = permitReads(token.address, rest.owner)
  const [name, version, nonce, separator] = await chain.read([readName, readVersion, readNonce, readSeparator])
  const told = <T>(read: { decode: (answer: typeof noBytes) => T }, answer: typeof noBytes | undefined) => {
    try {
      return read.decode(answer ?? noBytes)
    } catch {
      return undefined
    }
  }
  const facts = { name: told(readName, name), nonce: told(readNonce, nonce), separator: told(readSeparator, separator) }
  if (facts.name === undefined || facts.nonce === undefined || facts.separator === undefined) throw unsupported(token)
  for (const guess of new Set([told(readVersion, version), '1', '2'])) {
    const { chainId } = chain.network
    const domain = { name: facts.name, version: guess ?? '1', chainId, verifyingContract: token.address }
    if (permitSeparator(domain) === facts.separator) return { domain, nonce: facts.nonce, ...rest }
  }
  throw unsupported(token)
}

const unsupported = ({ symbol, address }: Token) => fail('PERMIT_NOT_SUPPORTED', { token: `${symbol} ${address}` })
