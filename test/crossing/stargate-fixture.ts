/** Two local chains with Stargate's and LayerZero's own contracts, and our bridge over them: one a on ethereum for c on base. */
import { bridge as stargate } from '#bridges/stargate/index'
import { readMessageFee, readPoolQuote, toFee, toTerms } from '#bridges/stargate/quote'
import { type StargateSide, trackCrossing } from '#bridges/stargate/track'
import type { BridgeRoute } from '#domain/crossing/bridge'
import type { CrossOrder } from '#domain/crossing/cross-order'
import { amount, evm, gas, type Hex, hex, networkName } from '#domain/units'
import { stargateBridgeInitCode } from '#encoding/contracts/stargate-bridge-code.gen'
import { type CrossCall, computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { createSide, push, quotePair, type Side } from './side.ts'
import {
  connect,
  deliver,
  giveCredit,
  type PlacingChain,
  placeStargate,
  type StargateContracts,
} from './stargate-contracts.ts'
import { createUsdc } from './usdc.ts'

export const recipient = evm(`0x${'c0de'.repeat(10)}`)
/** Of USDC: pooled, and what ethereum may send to base. */
const [pooled, credit] = [10n ** 15n, 10n ** 12n]
export const sold = 10n ** 9n

export type StargateTestSide = Side & StargateSide & { readonly contracts: StargateContracts }
export interface StargateSides {
  readonly source: StargateTestSide
  readonly destination: StargateTestSide
}
export type StargateFixture = Awaited<ReturnType<typeof createStargateFixture>>

export async function createStargateFixture() {
  const [source, destination] = await Promise.all([createStargateSide(1), createStargateSide(8453)])
  const sides = { source, destination }
  await connect(source.contracts, destination.contracts, pooled)
  await connect(destination.contracts, source.contracts, pooled)
  await giveCredit(destination.contracts, source.contracts, credit)
  return {
    ...sides,
    close: () => Object.values(sides).map(({ chain }) => chain.close()),
    quote: (changed?: Partial<CrossOrder>, surplus?: bigint) => quote(sides, changed, surplus),
    submit: ({ value, ...call }: CrossCall & { readonly value: bigint }) =>
      source.on.send({ from: source.user, to: source.crossing, data: encodeCrossCall(call), value }),
    deliver: async (hash: Hex) =>
      deliver(source.contracts, destination.contracts, (await source.reader.receipt(hash))?.logs ?? []),
    track: (hash: Hex) => trackCrossing(hash, { source, destination, crossing: destination.crossing }),
  }
}

async function createStargateSide(chainId: number): Promise<StargateTestSide> {
  const side = await createSide(chainId, createUsdc)
  const { on, maker, chain, b } = side
  // the same address on both chains, as the deployer makes it: all else there was done in the same order
  const bridge = await on.create(maker, stargateBridgeInitCode)
  const placing: PlacingChain = {
    chainId,
    rpc: (method, ...params) => chain.rpc(method, ...params),
    send: async (from, call) => {
      const sent = await on.send({ from, ...call })
      if (!sent.ok) throw new Error(`a transaction to ${call.to ?? 'nobody'} reverted`)
      return { contractAddress: String((sent as typeof sent & { made: string }).made), logs: sent.logs }
    },
  }
  const contracts = await placeStargate(placing, maker, b)
  return { ...side, contracts, network: contracts.network, endpoint: contracts.endpoint, bridge }
}

export const routeOf = ({ source: s, destination: d }: StargateSides): BridgeRoute => ({
  ...{ bridge: stargate.name, from: networkName('ethereum'), to: networkName('base'), toChainId: d.chainId },
  ...{ contract: s.bridge, toContract: d.bridge, symbol: 'USDC' },
  asset: { address: s.b, decimals: 6 },
  toAsset: { address: d.b, decimals: 6 },
})

/** a for c, with the minimums that pools and bridge give now, and the message's price without a margin. */
async function quote(sides: StargateSides, changed: Partial<CrossOrder> = {}, surplus = 0n) {
  const { source: s, destination: d } = sides
  const route = routeOf(sides)
  const deposited = amount(await quotePair(s, s.pairs.ab, [s.a, s.b], sold))
  const said = await readPoolQuote(s, s.contracts.pool, { toEid: d.network.eid, deposited })
  const paid = said?.received ?? 0n
  const quoted = await quotePair(d, d.pairs.bc, [d.b, d.c], paid)
  const isDirect = changed.receiver === recipient
  const there = isDirect
    ? { gas: gas(0n), route: hex('0x') }
    : { gas: gas(400_000n), route: push(d.pairs.bc, [d.b, d.c]) }
  const value = await readMessageFee(s, route, { deposited, arrival: isDirect ? undefined : there })
  const order: CrossOrder = {
    ...{ sender: s.user, recipient, refundTo: s.filler, fromAsset: s.a, amountIn: String(sold), swapFee: '0' },
    ...{ router: s.router, bridge: s.bridge, bridgeAsset: s.b, bridgeAmountMin: String(deposited) },
    ...toTerms(route, toFee(route, deposited, paid)),
    ...{ toNetwork: '8453', receiver: d.crossing, toRouter: d.router, toBridgeAsset: d.b },
    toAsset: isDirect ? d.b : d.c,
    amountOutMin: String(isDirect ? 1n : quoted + surplus),
    arrivalHash: computeArrivalHash(there),
    deadline: String(2 ** 40 - 1),
    toDeadline: String(Number(await s.reader.now()) + 3600),
    nonce: '0',
    ...changed,
  }
  const call: CrossCall = {
    ...{ entry: 'cross', order, signature: undefined, permit: undefined },
    route: push(s.pairs.ab, [s.a, s.b]),
    there,
  }
  return { ...call, value: value ?? 0n, quoted, deposited, paid }
}
