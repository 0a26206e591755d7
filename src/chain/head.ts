import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Clock } from '#domain/ports'
import type { Block } from '#domain/snapshot'
import { blockNumber, seconds, type Wei, wei } from '#domain/units'
import { hashOf, numberOf, priceOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { call, field, quantity, type RpcCall } from './json-rpc.ts'

/** A block with what it says about fees; chains without EIP-1559 have no base fee. */
export interface Head extends Block {
  readonly baseFee: Wei | undefined
}

export const headCall = (block: number | 'latest'): RpcCall =>
  call('eth_getBlockByNumber', block === 'latest' ? block : quantity(block), false)

/** @throws EndpointFault unless `value` is a block. */
export function headOf(value: unknown): Head {
  if (typeof value !== 'object' || value === null) throw new EndpointFault('does not have the block', { said: true })
  const baseFee = field(value, 'baseFeePerGas')
  return {
    number: blockNumber(numberOf(field(value, 'number'))),
    hash: hashOf(field(value, 'hash')),
    time: seconds(numberOf(field(value, 'timestamp'))),
    baseFee: typeof baseFee === 'string' ? wei(priceOf(baseFee)) : undefined,
  }
}

/** What `Block` says of a head, and no more. */
export const blockOf = ({ number, hash, time }: Head): Block => ({ number, hash, time })

/** Development nodes mine when they have something to mine, so that their head may be of any age. */
export const isDevelopmentNode = (clientVersion: unknown): boolean =>
  typeof clientVersion === 'string' && /^(?:anvil|hardhat|ganache|ethereumjs)/i.test(clientVersion)

/** The age from which on a head is not the chain's any more: 30 blocks, at least two minutes. */
export const mostSeconds = (network: Network): number => Math.max(120, (30 * network.blockTimeMs) / 1000)

/** @throws `STALE_HEAD` when the endpoint is behind its chain. */
export function checkAge(context: { clock: Clock }, { network, head }: { network: Network; head: Head }): void {
  const age = context.clock.now() - head.time
  if (age > mostSeconds(network)) throw fail('STALE_HEAD', { network: network.title, age })
}
