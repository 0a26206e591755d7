/** Crossings by the real SpokePools: one a on ethereum for c on base. */
import { zeroPadValue } from 'ethers'
import { readDeposit } from '#bridges/across/deposit'
import { trackCrossing } from '#bridges/across/track'
import { type CrossOrder, computeBridgePayment } from '#domain/crossing/cross-order'
import { type Address, gas, type Hex, hex } from '#domain/units'
import { type CrossCall, computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { type AcrossSide, createAcrossSide, spoke, toRelay } from './pair.ts'
import { ether, push, quotePair } from './side.ts'

export const recipient = hex(`0x${'c0de'.repeat(10)}`) as unknown as Address

export interface AcrossSides {
  readonly source: AcrossSide
  readonly destination: AcrossSide
}

export type AcrossFixture = Awaited<ReturnType<typeof createAcrossFixture>>

export async function createAcrossFixture() {
  const [source, destination] = await Promise.all([createAcrossSide(1), createAcrossSide(8453)])
  const sides = { source, destination }
  return {
    ...sides,
    close: () => Object.values(sides).map(({ chain }) => chain.close()),
    quoteCrossing: (changed?: Partial<CrossOrder>, surplus?: bigint) => quoteCrossing(sides, changed, surplus),
    submit: (call: CrossCall, from?: Address) => submit(sides, call, from),
    track: (hash: Hex) => track(sides, hash),
    pay: (hash: Hex, changed?: Record<string, unknown>, from?: Address) => pay(sides, hash, changed, from),
    received: () => received(sides),
    leftovers: () => leftovers(sides),
    advance: (by: number) => advance(sides, by),
  }
}

/** One a for c, with the minimums that the pools give now: received is either quoted or nothing. */
async function quoteCrossing(
  { source, destination }: AcrossSides,
  changed: Partial<CrossOrder> = {},
  surplus = 0n,
): Promise<CrossCall & { readonly quoted: bigint }> {
  const [s, d] = [source, destination]
  const deposited = await quotePair(s, s.pairs.ab, [s.a, s.b], ether)
  const terms = { bridgeRate: '999500000000000000', bridgeFee: '1000' }
  const paid = computeBridgePayment(terms, deposited) ?? 0n
  const quoted = await quotePair(d, d.pairs.bc, [d.b, d.c], paid)
  const there = { gas: gas(400_000n), route: push(d.pairs.bc, [d.b, d.c]) }
  const order: CrossOrder = {
    sender: s.user,
    recipient,
    refundTo: s.user,
    fromAsset: s.a,
    amountIn: String(ether),
    swapFee: '0',
    router: s.router,
    bridge: s.spokePool,
    bridgeAsset: s.b,
    bridgeAmountMin: String(deposited),
    ...terms,
    toNetwork: '8453',
    receiver: d.crossing,
    toRouter: d.router,
    toBridgeAsset: d.b,
    toAsset: d.c,
    amountOutMin: String(quoted + surplus),
    arrivalHash: computeArrivalHash(there),
    deadline: String(2 ** 40 - 1),
    toDeadline: String(Number(await s.reader.now()) + 3600),
    nonce: '0',
    ...changed,
  }
  const route = push(s.pairs.ab, [s.a, s.b])
  return { entry: 'cross', order, signature: undefined, permit: undefined, route, there, quoted }
}

function submit({ source }: AcrossSides, call: CrossCall, from = source.user) {
  return source.on.send({ from, to: source.crossing, data: encodeCrossCall(call) })
}

const track = ({ source, destination }: AcrossSides, hash: Hex) =>
  trackCrossing(hash, {
    source: { chainId: 1, spokePool: source.spokePool, reader: source.reader },
    destination: { chainId: 8453, spokePool: destination.spokePool, reader: destination.reader },
    crossing: destination.crossing,
  })

/** Pays a deposit as a relayer does: with all of its terms, or with others. */
async function pay(
  { source, destination }: AcrossSides,
  hash: Hex,
  changed: Record<string, unknown> = {},
  from = destination.filler,
) {
  const receipt = await source.reader.receipt(hash)
  const deposit = receipt?.logs.flatMap((log) => readDeposit(log) ?? [])[0]
  if (deposit === undefined) throw new Error('no deposit')
  const relay = { ...toRelay(deposit, 1), ...changed }
  const data = spoke.encodeFunctionData('fillRelay', [relay, 1, zeroPadValue(from, 32)])
  return destination.on.send({ from, to: destination.spokePool, data })
}

const received = ({ destination }: AcrossSides) => destination.on.balance(destination.c, recipient)
const leftovers = ({ source, destination }: AcrossSides) =>
  Promise.all(
    [source, destination].flatMap((side) =>
      [side.a, side.b, side.c].map((token) => side.on.balance(token, side.crossing)),
    ),
  )
/** Both clocks to one time. */
const advance = async ({ source, destination }: AcrossSides, by: number) => {
  const sides = [source, destination]
  const start = Math.max(...(await Promise.all(sides.map(({ reader }) => reader.now()))))
  for (const { chain } of sides) {
    await chain.rpc('evm_setNextBlockTimestamp', start + by)
    await chain.rpc('evm_mine')
  }
}
