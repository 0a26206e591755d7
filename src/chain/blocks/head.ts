import { EndpointFault } from '#chain/rpc/endpoint-fault'
import { getField, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseHash, parseNumber, parsePrice } from '#chain/rpc/values'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Block } from '#domain/pools/snapshot'
import { blockNumber, seconds, type Wei, wei } from '#domain/units'

/** A block with its fee data; chains without EIP-1559 have no base fee. */
export interface Head extends Block {
  readonly baseFee: Wei | undefined
}

export const headCall = (block: number | 'latest'): RpcCall =>
  rpcCall('eth_getBlockByNumber', block === 'latest' ? block : toQuantity(block), false)

/** @throws EndpointFault unless `value` is a block. */
export function parseHead(value: unknown): Head {
  if (typeof value !== 'object' || value === null)
    throw new EndpointFault('does not have the block', { isFromNode: true })
  const baseFee = getField(value, 'baseFeePerGas')
  return {
    number: blockNumber(parseNumber(getField(value, 'number'))),
    hash: parseHash(getField(value, 'hash')),
    time: seconds(parseNumber(getField(value, 'timestamp'))),
    baseFee: typeof baseFee === 'string' ? wei(parsePrice(baseFee)) : undefined,
  }
}

/** The `Block` members of a head. */
export const blockOf = ({ number, hash, time }: Head): Block => ({ number, hash, time })

/** Development nodes mine only on demand, so their head may be of any age. */
export const isDevelopmentNode = (clientVersion: unknown): boolean =>
  typeof clientVersion === 'string' && /^(?:anvil|hardhat|ganache|ethereumjs)/i.test(clientVersion)

/** The age from which a head counts as stale: 30 blocks, at least two minutes. */
export const maxHeadAgeSeconds = (network: Network): number => Math.max(120, (30 * network.blockTimeMs) / 1000)

/** @throws `STALE_HEAD` if the endpoint is behind its chain. */
export function checkHeadAge(context: { clock: Clock }, { network, head }: { network: Network; head: Head }): void {
  const age = context.clock.now() - head.time
  if (age > maxHeadAgeSeconds(network)) throw fail('STALE_HEAD', { network: network.title, age })
}
