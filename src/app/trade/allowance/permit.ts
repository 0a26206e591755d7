import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Token } from '#domain/token'
import type { PermitRequest } from '#domain/trade/permit'
import { type Address, type Amount, noBytes, type Seconds } from '#domain/units'
import { createPermitReads } from '#encoding/tokens/token-permit'
import { computeDomainSeparator } from '#encoding/typed-data'

/**
 * The signed approval that a token accepts. Its name and version are used only if they yield the domain separator that
 * the contract states: a signature for another domain could be valid elsewhere.
 * @throws `PERMIT_NOT_SUPPORTED` if the token has no permit, or states a domain that is not its own
 */
export async function buildPermitRequest(
  chain: Pick<Chain, 'network' | 'read'>,
  asked: { token: Token; owner: Address; spender: Address; value: Amount; deadline: Seconds },
): Promise<PermitRequest> {
  const { token, ...rest } = asked
  const [readName, readVersion, readNonce, readSeparator] = createPermitReads(token.address, rest.owner)
  const [name, version, nonce, separator] = await chain.read([readName, readVersion, readNonce, readSeparator])
  const tryDecode = <T>(read: { decode: (answer: typeof noBytes) => T }, answer: typeof noBytes | undefined) => {
    try {
      return read.decode(answer ?? noBytes)
    } catch {
      return undefined
    }
  }
  const facts = {
    name: tryDecode(readName, name),
    nonce: tryDecode(readNonce, nonce),
    separator: tryDecode(readSeparator, separator),
  }
  if (facts.name === undefined || facts.nonce === undefined || facts.separator === undefined)
    throw unsupportedFailure(token)
  for (const guess of new Set([tryDecode(readVersion, version), '1', '2'])) {
    const { chainId } = chain.network
    const domain = { name: facts.name, version: guess ?? '1', chainId, verifyingContract: token.address }
    if (computeDomainSeparator(domain) === facts.separator) return { domain, nonce: facts.nonce, ...rest }
  }
  throw unsupportedFailure(token)
}

const unsupportedFailure = ({ symbol, address }: Token) =>
  fail('PERMIT_NOT_SUPPORTED', { token: `${symbol} ${address}` })
