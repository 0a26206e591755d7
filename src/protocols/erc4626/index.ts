/**
 * Vaults whose shares are worth a rate of their assets: ERC-4626 as OpenZeppelin writes it, with virtual shares. Whether
 * one works like that is tried with its own previews at every read; a vault that does not is left out.
 * Source: ERC4626 of @openzeppelin/contracts 5.7.0.
 */
import { wholeTrades } from '#amm/whole-trades'
import { flagFact, numberFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import { LeftOut } from '#domain/left-out'
import type { Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { balanceOf, maxDeposit, previewDeposit, previewRedeem, totalAssets, totalSupply } from './abi.ts'
import { stretches } from './stretches.ts'
import { type State, sharesFor, swap, worthOf } from './swap.ts'

/** No round number, so that a wrong formula does not fit by chance. */
const trial = 1_234_567_890_123_456_789n

/**
 * Measured on the contract with plain tokens, payment included, beyond what every leg through an adapter costs: that has an
 * approval in it, which redeeming needs none of.
 */
const depositGas = 32_800n
const redeemGas = 13_900n

export const protocol: Protocol<State> = {
  kind: 'erc4626',
  proof: { proven: true, by: 'ERC4626 of @openzeppelin/contracts 5.7.0' },

  find: knownPools,

  *load(pool) {
    const { address: vault, tokens } = pool
    const [asset = vault] = tokens
    const [assets, shares, cash, mostDeposit, deposited, redeemed] = yield* ask(
      totalAssets(vault),
      totalSupply(vault),
      balanceOf(asset, vault),
      maxDeposit(vault, adapterAddress.erc4626),
      previewDeposit(vault, trial),
      previewRedeem(vault, trial),
    )
    const virtualShares = 10n ** BigInt(numberFact(pool, 'decimalsOffset'))
    const state = { assets, shares, cash, mostDeposit, virtualShares, redeems: !flagFact(pool, 'depositsOnly') }
    if (sharesFor(state, trial) !== deposited || worthOf(state, trial) !== redeemed) throw new LeftOut('unmodelled')
    return state
  },

  ...wholeTrades(swap, (_, { after }) => after),

  stretches: (state, { from }) => stretches(state, from, Number(from === 0 ? depositGas : redeemGas)),

  gas: (_, { from }) => gas(from === 0 ? depositGas : redeemGas),

  move: (pool, { from }) => ({ move: 'adapter', pool: adapterAddress.erc4626, target: pool.address, data: from }),
}
