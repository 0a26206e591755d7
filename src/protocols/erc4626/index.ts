/**
 * Vaults whose shares have a rate to their assets: ERC-4626 as implemented by OpenZeppelin, with virtual shares. Every
 * read compares a vault's own previews with ours; a vault that differs is skipped. Source: ERC4626 of
 * @openzeppelin/contracts 5.7.0.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { flagFact, numberFact } from '#domain/pools/facts'
import { findKnownPools } from '#domain/pools/known-pools'
import type { Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import {
  balanceOf,
  cooldownDuration,
  isPaused,
  maxDeposit,
  previewDeposit,
  previewRedeem,
  totalAssets,
  totalSupply,
} from './abi.ts'
import { toSegments } from './segments.ts'
import { convertToAssets, convertToShares, type Erc4626State, swap } from './swap.ts'

/** Not a round number, so that a wrong formula does not fit by chance. */
const trialAmount = 1_234_567_890_123_456_789n

/**
 * Measured on the contract with plain tokens, payment included, without the cost of every leg through an adapter: that
 * includes an approval, which redeeming does not need.
 */
const depositGas = 32_800n
const redeemGas = 13_900n

export const protocol: Protocol<Erc4626State> = {
  kind: 'erc4626',
  proof: { proven: true, by: 'ERC4626 of @openzeppelin/contracts 5.7.0' },

  find: findKnownPools,

  *load(pool) {
    const { address: vault, tokens } = pool
    const [asset = vault] = tokens
    const [assets, shares, cash, mostDeposit, deposited, redeemed, cooldown, stopped] = yield* ask(
      totalAssets(vault),
      totalSupply(vault),
      balanceOf(asset, vault),
      maxDeposit(vault, adapterAddress.erc4626),
      previewDeposit(vault, trialAmount),
      previewRedeem(vault, trialAmount),
      cooldownDuration(vault),
      isPaused(vault),
    )
    if (stopped) throw new PoolSkippedError('paused')
    const virtualShares = 10n ** BigInt(numberFact(pool, 'decimalsOffset'))
    const redeems = !flagFact(pool, 'depositsOnly') && cooldown === 0n
    const state = { assets, shares, cash, mostDeposit, virtualShares, redeems }
    if (convertToShares(state, trialAmount) !== deposited || convertToAssets(state, trialAmount) !== redeemed)
      throw new PoolSkippedError('unmodelled')
    return state
  },

  ...createSwapMethods(swap, (_, { after }) => after),

  segments: (state, { from }) => toSegments(state, from, Number(from === 0 ? depositGas : redeemGas)),

  gas: (_, { from }) => gas(from === 0 ? depositGas : redeemGas),

  gasDetail: (_, { from }) => ({ beyond: from === 0 ? -9_000 : -13_000, cleared: from === 0 ? 2 : 1 }),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress.erc4626, target: pool.address, data: from }),
}
