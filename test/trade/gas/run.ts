/** Swaps on the sandbox as they are quoted, built, and mined after others have traded; their gas against its figures. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '#chain/create-chain'
import { addressWord, callData, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import { wholeShare } from '#domain/quotes/route'
import type { Service } from '#domain/service/service'
import { type Address, amount, type Hex, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwap } from '#encoding/swap/encode'
import { encodeApprove } from '#encoding/tokens/erc20'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { familyPools, sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { keepsNoOldStates } from '#sandbox/anvil/start'
import { createChainCache } from '#store/chain-cache'
import { findToken } from '../family-swap.ts'
import { createComposeInput, type SandboxApp, startSandboxApp, trader0 } from '../fixture.ts'
import { createSettlement, onChain } from '../random-routes.ts'
import { createPoolSales, requestQuote, type SendSale, useEveryPool } from '../use-every-pool.ts'
import { type DrawnSwap, grandOf } from './draws.ts'
import { findNeed, findRevert, mine, toHex } from './mine.ts'
import { listPools, type Move, planMove } from './moves.ts'
import { createGasService, rememberPools } from './services.ts'

export interface GasRow {
  readonly families: readonly string[]
  readonly expected: number
  /** How many trades of others were mined between the payload and the swap. */
  readonly moves: number
  /** The recipient's balance was given away between. */
  readonly isEmptied: boolean
  /** `reverted` for another reason than gas: the moves left less than the minimum. */
  readonly outcome: 'success' | 'reverted' | 'out-of-gas'
  /** Of one that is reverted: see `findRevert`. */
  readonly revert: string | undefined
  readonly used: number
  /** The smallest gas limit with which the swap succeeds, to a part in 512; `undefined` if it does with none. */
  readonly need: number | undefined
  readonly payloadLimit: number
  readonly isQuoteLimitEnough: boolean
}

export interface GasRig {
  /**
   * One payload, mined at once, and on the same state again after others traded. None if there is no route, or if the
   * payload is refused; one if others can trade with none of its pools.
   */
  swap(drawn: DrawnSwap): Promise<readonly GasRow[]>
  close(): Promise<void>
}

const router = getRouter(network).address
const { treasury } = sandboxGround
const symbolsOfAll = [...Object.keys(sandboxGround.tokens), ...familyPools.flatMap(({ symbols }) => [...symbols])]
const allTokens: readonly Address[] = [...new Set(symbolsOfAll.map(findToken))]

const protocols: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol as Protocol<unknown>]))
const proven: Protocols = new Map([...protocols].filter(([, { proof }]) => proof.proven))

/**
 * Every pool was traded with before, in both directions, as on a real network.
 * @param kept a file with the chain in that condition, or for it
 */
export async function createGasRig(kept?: string): Promise<GasRig> {
  const app = await startSandboxApp(undefined, 'cancun', ['--no-request-size-limit', keepsNoOldStates]) // a chain to load is large
  const rpc = createRpc(app.url)
  const isPrepared = kept !== undefined && existsSync(kept)
  const settlement = await createSettlement(app, rpc)
  if (isPrepared) await rpc('anvil_loadState', readFileSync(kept, 'utf8'))
  const { clock } = createComposeInput(app.state, app.url)
  const memory = createChainCache(join(app.state, 'chains'))
  const chainOf = (some: Protocols) => createChain({ clock, memory, protocols: some }, { network, urls: [app.url] })
  const chain = chainOf(protocols)
  if (!isPrepared) {
    await fundEveryone(rpc)
    await useEveryPool(app, settlement.send)
    await useOtherPools(app, rpc)
    if (kept !== undefined) writeFileSync(kept, await rpc<Hex>('anvil_dumpState'))
  }
  const services = [proven, protocols].flatMap((some) => {
    const remembered = rememberPools(chainOf(some))
    return [false, true].map((throughRouter) => createGasService({ chain: remembered, protocols: some, throughRouter }))
  })
  return {
    swap: (drawn) => {
      const service = services[(drawn.isUnproven ? 2 : 0) + (drawn.throughRouter ? 1 : 0)] as Service
      return runSwap({ rpc, chain, service }, drawn)
    },
    close: () => app.close(),
  }
}

/** Both the trader and the treasury, which moves prices, hold every token and allow the router to take it. */
async function fundEveryone(rpc: Rpc): Promise<void> {
  await rpc('anvil_impersonateAccount', treasury)
  await rpc('anvil_setBalance', treasury, `0x${(10n ** 26n).toString(16)}`)
  for (const token of allTokens) {
    const held = BigInt(
      await rpc<Hex>('eth_call', { to: token, data: callData('0x70a08231', addressWord(treasury)) }, 'latest'),
    )
    const listed = network.tokens.some(({ address }) => address === token)
    if (!listed && held > 1n)
      await sendFrom(rpc, {
        from: treasury,
        to: token,
        data: callData('0xa9059cbb', addressWord(trader0), word(held / 2n)),
      })
    // The trader's are there for listed tokens, of which Tether keeps what it has.
    const data = encodeApprove(router, amount(2n ** 256n - 1n))
    for (const owner of listed ? [treasury] : [treasury, trader0])
      await mine(rpc, { from: owner, to: token, data }, 1_000_000n)
  }
}

/** A thousand dollars' worth through every pool, in every direction; pools that refuse it stay as they are. */
async function useOtherPools(app: SandboxApp, rpc: Rpc): Promise<void> {
  const listed = new Set<string>(onChain.map(({ address }) => address))
  const unlisted = sandboxPools
    .map(({ address, pair }) => ({ address, symbols: pair as readonly string[] }))
    .filter(({ symbols }) => !symbols.every((symbol) => listed.has(findToken(symbol))))
  const others: readonly { readonly address: Address; readonly symbols: readonly string[] }[] = familyPools
  const send: SendSale = ({ value, ...call }) => mine(rpc, { ...call, value: toHex(value) }, 16_000_000n)
  const sellLargest = await createPoolSales(app, send, allTokens)
  for (const { address, symbols } of [...others, ...unlisted])
    for (const sell of symbols)
      for (const buy of symbols) {
        const raw = BigInt(Math.floor(grandOf(sell)))
        if (sell !== buy) await sellLargest(address, [findToken(sell), findToken(buy)], [raw])
      }
}

interface Ground {
  readonly rpc: Rpc
  readonly chain: Chain
  readonly service: Service
}

async function runSwap(ground: Ground, drawn: DrawnSwap): Promise<readonly GasRow[]> {
  const { rpc, service } = ground
  return undone(rpc, async () => {
    const { request, exactly } = drawn
    if (exactly && request.sell !== nativeToken)
      await approve(rpc, { owner: trader0, token: request.sell }, request.sellAmount)
    const quote = await requestQuote(service, request)
    const payload = quote && (await buildPayload(service, quote))
    if (quote === undefined || payload === undefined) return []
    const still = await undone(rpc, () => mineSwap(rpc, quote, payload, { moves: 0, isEmptied: false }))
    const moves = await moveOthers(ground, quote, drawn)
    if (moves === 0) return [still]
    const isEmptied = drawn.emptiesRecipient && (await emptyRecipient(rpc, quote))
    return [still, await mineSwap(rpc, quote, payload, { moves, isEmptied })]
  })
}

async function undone<T>(rpc: Rpc, work: () => Promise<T>): Promise<T> {
  const mark = await rpc('evm_snapshot')
  try {
    return await work()
  } finally {
    await rpc('evm_revert', mark)
  }
}

/** @returns how many trades of others were mined */
async function moveOthers({ rpc, chain }: Ground, quote: Quote, { moves, request }: DrawnSwap): Promise<number> {
  let mined = 0
  for (const [i, leg] of listPools(quote.route).slice(0, 8).entries()) {
    const { percent, isReversed } = moves[i % moves.length] ?? { percent: 100, isReversed: false }
    const share = (percent * request.slippage) / 100_000_000
    const move = await planMove(chain, protocols, leg, { share, isReversed })
    if (move !== undefined && (await mineMove(rpc, quote, move))) mined += 1
  }
  return mined
}

/** @returns false if the recipient is not the seller, or holds nothing */
async function emptyRecipient(rpc: Rpc, { request: { from, to, buy: token } }: Quote): Promise<boolean> {
  if (to !== from || token === nativeToken) return false
  const held = BigInt(
    await rpc<Hex>('eth_call', { to: token, data: callData('0x70a08231', addressWord(to)) }, 'latest'),
  )
  const data = callData('0xa9059cbb', addressWord(treasury), word(held))
  return held > 0n && (await mine(rpc, { from: to, to: token, data }, 1_000_000n)).status === '0x1'
}

async function mineSwap(
  rpc: Rpc,
  quote: Quote,
  payload: Payload,
  before: Pick<GasRow, 'moves' | 'isEmptied'>,
): Promise<GasRow> {
  const { from, to, data, value, gasLimit } = payload
  const call = { from, to, data, value: toHex(value) }
  const need = await findNeed(rpc, call)
  const revert = need === undefined ? await findRevert(rpc, call) : undefined
  const { status, gasUsed } = await mine(rpc, call, gasLimit)
  return {
    families: quote.route.legs.map(({ pool }) => pool.venue.protocol),
    expected: Number(quote.route.gas),
    ...before,
    outcome: status === '0x1' ? 'success' : need === undefined ? 'reverted' : 'out-of-gas',
    revert,
    used: Number(gasUsed),
    need,
    payloadLimit: Number(gasLimit),
    isQuoteLimitEnough: need === undefined || need <= Number(quote.gasLimit),
  }
}

async function buildPayload(service: Service, { id }: Quote): Promise<Payload | undefined> {
  try {
    return await service.buildPayload({ quoteId: id, estimateGas: true, deadlineSeconds: 86_400 })
  } catch (error) {
    if (error instanceof SwapError) return undefined
    throw error
  }
}

/** Tether changes no allowance that is not 0. */
async function approve(
  rpc: Rpc,
  { owner, token }: { readonly owner: Address; readonly token: Address },
  allowance: bigint,
): Promise<void> {
  for (const value of [0n, allowance])
    await mine(rpc, { from: owner, to: token, data: encodeApprove(router, amount(value)) }, 1_000_000n)
}

/** By a swap of the treasury over this pool alone. @returns false if the pool refuses it */
async function mineMove(rpc: Rpc, quote: Quote, { leg, isReversed, amountIn }: Move): Promise<boolean> {
  const [tokenIn, tokenOut] = isReversed ? [leg.tokenOut, leg.tokenIn] : [leg.tokenIn, leg.tokenOut]
  const [from, to] = [leg.pool.tokens.indexOf(tokenIn), leg.pool.tokens.indexOf(tokenOut)]
  const protocol = protocols.get(leg.pool.venue.protocol) as Protocol<unknown>
  const move = protocol.move(leg.pool, { from, to, amountIn })
  const one = { ...leg, tokenIn, tokenOut, move, share32: wholeShare, amountIn }
  const alone: Quote = {
    ...quote,
    request: {
      ...quote.request,
      sell: tokenIn,
      buy: tokenOut,
      sellAmount: amountIn,
      from: treasury,
      affiliate: undefined,
    },
    affiliateFee: amount(0n),
    route: { ...quote.route, tokenIn, tokenOut, amountIn, legs: [one] },
  }
  const terms = { recipient: treasury, minimumOut: amount(1n), deadline: seconds(4_000_000_000), throughRouter: true }
  const data = undefinedOnRangeError(() => encodeSwap({ quote: alone, ...terms })) // of a taxed token
  if (data === undefined) return false
  return (await mine(rpc, { from: treasury, to: router, data }, 16_000_000n)).status === '0x1'
}
