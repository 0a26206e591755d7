/** Two local chains with USDC's own code, our CCTP bridge and doubles of Circle's contracts at their real addresses. */
import { cctpNetworks, tokenMessenger } from '#bridges/cctp/networks'
import { type CctpSide, trackCrossing } from '#bridges/cctp/track'
import type { BridgeService } from '#domain/crossing/bridge'
import { type CrossOrder, computeBridgePayment } from '#domain/crossing/cross-order'
import { type Address, evm, gas, type Hex, hex } from '#domain/units'
import { cctpBridgeInitCode } from '#encoding/contracts/cctp-bridge-code.gen'
import { type CrossCall, computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { messageTransmitter } from '#encoding/crossing/completion'
import { getTestContractCode } from '#test/contracts/compile'
import {
  attest,
  attesterAddress,
  type Filled,
  messengerDouble,
  readSentMessage,
  transmitterDouble,
  wordOf,
} from './cctp-double.ts'
import { createSide, ether, push, quotePair, type Side } from './side.ts'
import { allowMinting, createUsdc } from './usdc.ts'

export const recipient = evm(`0x${'c0de'.repeat(10)}`)
const feeRecipient = evm(`0x${'fee5'.repeat(10)}`)
const burnLimit = 10n ** 40n

export type CctpFixture = Awaited<ReturnType<typeof createCctpFixture>>

export interface CctpSides {
  readonly source: Side & CctpSide
  readonly destination: Side & CctpSide
}

export async function createCctpFixture() {
  const [source, destination] = await Promise.all([createCctpSide(1), createCctpSide(8453)])
  const sides = { source, destination }
  await link(source, destination)
  await link(destination, source)
  const service = createService(source)
  return {
    ...sides,
    service,
    close: () => Object.values(sides).map(({ chain }) => chain.close()),
    quote: (changed?: Partial<CrossOrder>, surplus?: bigint) => quote(sides, changed, surplus),
    submit: (call: CrossCall) =>
      source.on.send({ from: source.user, to: source.crossing, data: encodeCrossCall(call) }),
    track: (hash: Hex, asked: BridgeService | undefined = service.ask) =>
      trackCrossing(hash, { source, destination, service: asked, crossing: destination.crossing }),
  }
}

async function createCctpSide(chainId: number): Promise<Side & CctpSide> {
  const side = await createSide(chainId, createUsdc)
  const { on, maker, chain, b } = side
  const listed = cctpNetworks.find((one) => one.chainId === chainId)
  if (listed === undefined) throw new Error(`CCTP is not on ${chainId}`)
  for (const [name, address] of [
    ['CctpMessengerDouble', tokenMessenger],
    ['CctpTransmitterDouble', messageTransmitter],
  ] as const)
    await placeCode(side, getTestContractCode(name), address)
  // the same address on both chains, as the deployer makes it: all else there was done in the same order
  const bridge = await on.create(maker, cctpBridgeInitCode)
  const configured = [
    {
      to: messageTransmitter,
      data: transmitterDouble.encodeFunctionData('configure', [listed.domain, attesterAddress]),
    },
    {
      to: tokenMessenger,
      data: messengerDouble.encodeFunctionData('configure', [messageTransmitter, feeRecipient, b, burnLimit]),
    },
  ]
  for (const call of configured) if (!(await on.send({ from: maker, ...call })).ok) throw new Error('not configured')
  await allowMinting(on, { usdc: b, owner: maker }, tokenMessenger)
  // the node refuses blocks of its own accord only; a burn's last block is far away
  await chain.rpc('anvil_mine', '0x10')
  return { ...side, network: { ...listed, usdc: b }, bridge }
}

/** Puts the code that a contract has after its creation at an address of our choice. */
export async function placeCode(
  { on, maker, chain }: Pick<Side, 'on' | 'maker' | 'chain'>,
  initCode: string,
  address: Address,
): Promise<void> {
  const made = await on.create(maker, initCode)
  await chain.rpc('anvil_setCode', address, await chain.rpc('eth_getCode', made, 'latest'))
}

async function link(here: Side & CctpSide, there: CctpSide): Promise<void> {
  const { on, maker, b } = here
  const values = [there.network.domain, wordOf(tokenMessenger), wordOf(there.network.usdc), b]
  const data = messengerDouble.encodeFunctionData('link', values)
  if (!(await on.send({ from: maker, to: tokenMessenger, data })).ok) throw new Error('not linked')
}

/** One a for c, with the minimums that the pools give if CCTP keeps all that it may: 1 basis point of USDC. */
async function quote(
  { source: s, destination: d }: CctpSides,
  changed: Partial<CrossOrder> = {},
  surplus = 0n,
): Promise<CrossCall & { readonly quoted: bigint; readonly deposited: bigint; readonly paid: bigint }> {
  const deposited = await quotePair(s, s.pairs.ab, [s.a, s.b], ether)
  const terms = { bridgeRate: changed.bridgeRate ?? '999900000000000000', bridgeFee: '0' }
  const paid = computeBridgePayment(terms, deposited) ?? 0n
  const quoted = await quotePair(d, d.pairs.bc, [d.b, d.c], paid)
  const isDirect = changed.receiver === recipient
  const there = isDirect
    ? { gas: gas(0n), route: hex('0x') }
    : { gas: gas(400_000n), route: push(d.pairs.bc, [d.b, d.c]) }
  const order: CrossOrder = {
    sender: s.user,
    recipient,
    refundTo: s.user,
    fromAsset: s.a,
    amountIn: String(ether),
    swapFee: '0',
    router: s.router,
    bridge: s.bridge,
    bridgeAsset: s.b,
    bridgeAmountMin: String(deposited),
    ...terms,
    toNetwork: '8453',
    receiver: d.crossing,
    toRouter: d.router,
    toBridgeAsset: d.b,
    toAsset: isDirect ? d.b : d.c,
    amountOutMin: String(isDirect ? paid : quoted + surplus),
    arrivalHash: computeArrivalHash(there),
    deadline: String(2 ** 40 - 1),
    toDeadline: String(Number(await s.reader.now()) + 3600),
    nonce: '0',
    ...changed,
  }
  const route = push(s.pairs.ab, [s.a, s.b])
  return { entry: 'cross', order, signature: undefined, permit: undefined, route, there, quoted, deposited, paid }
}

/** The message of a transaction's burn. */
export async function readSent({ reader }: Pick<CctpSide, 'reader'>, hash: Hex): Promise<Hex> {
  return readSentMessage((await reader.receipt(hash))?.logs ?? [])
}

/** Answers as Circle's service does, from what the chain says; `filled` is what the next answers have. */
function createService(source: CctpSide) {
  const service = {
    filled: undefined as Filled | undefined,
    async ask(path: string): Promise<unknown> {
      const hash = /^\/v2\/messages\/0\?transactionHash=(0x[0-9a-f]{64})$/.exec(path)?.[1]
      if (hash === undefined) throw new Error(`unknown path ${path}`)
      if (service.filled === undefined) return undefined
      const { message, attestation } = attest(await readSent(source, hex(hash)), service.filled)
      return {
        messages: [{ message, attestation, eventNonce: message.slice(26, 90), cctpVersion: 2, status: 'complete' }],
      }
    },
  }
  return service
}
