/**
 * Vaults whose shares have a rate to their assets in 27 decimals: Sky's sDAI and sUSDS, Aave's static tokens. Every read
 * compares a vault's own previews with ours; a vault that differs is skipped. Sources and how the amounts are verified:
 * see README.md.
 */

import { rateToSegments } from '#amm/rate-segments'
import { createSwapMethods } from '#amm/swap-methods'
import { ask, type Reading } from '#domain/calls/reads'
import { addressFact, flagFact } from '#domain/pools/facts'
import { findListedPools } from '#domain/pools/known-pools'
import type { Pool, Protocol, Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Address, gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import {
  balanceOf,
  canWithdraw,
  convertToAssets,
  getAsset,
  getConfiguration,
  getCountedBalance,
  getLentToken,
  getMarket,
  isPaused,
  maxDeposit,
  previewDeposit,
  previewRedeem,
  totalSupply,
} from './abi.ts'
import { type RateVaultState, ray, swap, toAssets, toShares } from './swap.ts'

/** Not a round number, so that a wrong formula does not fit by chance. */
const trialAmount = 1_234_567_890_123_456_789n

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const depositGas = 32_800n
const redeemGas = 13_900n

/** Deposits above this multiple of a vault's assets are not considered. */
const maxGrowth = 1e6

export const protocol: Protocol<RateVaultState> = {
  kind: 'rate-vault',
  proof: { proven: false, by: 'a port of our own, and the largest amounts that the rate pays for' },

  find: findVaults,

  *load(pool) {
    const { state, deposited, redeemed, isPaused: isStopped } = yield* readVault(pool)
    if (isStopped) throw new PoolSkippedError('paused')
    const { rate } = state
    if (rate === 0n || toShares(state, trialAmount) !== deposited || toAssets(state, trialAmount) !== redeemed)
      throw new PoolSkippedError('unmodelled')
    return state
  },

  ...createSwapMethods(swap, (_, { after }) => after),

  segments({ rate, shares, maxDeposit: most, cash }, { from }) {
    const [worth, held] = [Number(rate) / Number(ray), Number(shares)]
    const max =
      from === 0
        ? Math.min(Number(most), (held + 1) * worth * maxGrowth)
        : Math.min(held, cash === undefined ? held : Number(cash) / worth)
    return rateToSegments({
      rate: from === 0 ? 1 / worth : worth,
      max,
      gas: Number(from === 0 ? depositGas : redeemGas),
    })
  },

  gas: (_, { from }) => gas(from === 0 ? depositGas : redeemGas),

  gasDetail: (_, { from }) => ({ beyond: from === 0 ? -9_000 : -13_000, cleared: from === 0 ? 2 : 1 }),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress.erc4626, target: pool.address, data: from }),
}

interface VaultAnswers {
  readonly state: RateVaultState
  /** Of {@link trialAmount}. */
  readonly deposited: bigint
  readonly redeemed: bigint
  /** Neither way is open. */
  readonly isPaused: boolean
}

function* readVault(pool: Pool): Reading<VaultAnswers> {
  const { address: vault } = pool
  const reads = [
    convertToAssets(vault, ray),
    totalSupply(vault),
    maxDeposit(vault, adapterAddress.erc4626),
    previewDeposit(vault, trialAmount),
    previewRedeem(vault, trialAmount),
    isPaused(vault),
  ] as const
  if (!flagFact(pool, 'isLent')) {
    const [rate, shares, most, deposited, redeemed, stopped] = yield* ask(...reads)
    return { state: { rate, shares, maxDeposit: most }, deposited, redeemed, isPaused: stopped }
  }
  const [asset = vault] = pool.tokens
  const market = addressFact(pool, 'market')
  const [rate, shares, most, deposited, redeemed, stopped, held, counted = held, configuration] = yield* ask(
    ...reads,
    balanceOf(asset, addressFact(pool, 'holder')),
    getCountedBalance(market, asset),
    getConfiguration(market, asset),
  )
  const isOpen = canWithdraw(configuration)
  const cash = !isOpen ? 0n : counted < held ? counted : held
  const state = { rate, shares, maxDeposit: most, cash }
  return { state, deposited, redeemed, isPaused: stopped || (!isOpen && most === 0n) }
}

/** The vaults that a venue lists, each with its asset compared, and the market of one that lends. */
function* findVaults(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  const found: Pool[] = []
  for (const pool of findListedPools(venue, pair)) found.push(yield* findVault(pool))
  return found
}

function* findVault(pool: Pool): Reading<Pool> {
  const { address: vault, tokens } = pool
  if (!flagFact(pool, 'isLent')) {
    const [asset] = yield* ask(getAsset(vault))
    return asset === tokens[0] ? pool : { ...pool, skipReason: 'unmodelled' }
  }
  const [asset, holder, market] = yield* ask(getAsset(vault), getLentToken(vault), getMarket(vault))
  const facts = { isLent: true, holder, market }
  return asset === tokens[0] ? { ...pool, facts } : { ...pool, facts, skipReason: 'unmodelled' }
}
