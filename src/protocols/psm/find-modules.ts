/** The modules that a venue lists, each with the holder of its gems and the decimals they lack. */

import { ask, type Reading } from '#domain/calls/reads'
import { findKnownPools } from '#domain/pools/known-pools'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { getDai, getFactor, getGem, getModule, getPocket } from './abi.ts'

export function* findModules(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  const found: Pool[] = []
  for (const pool of yield* findKnownPools(venue, pair))
    found.push(yield* pool.base === undefined ? readModule(pool) : readWrapper(pool, pool.base))
  return found
}

function* readModule(pool: Pool): Reading<Pool> {
  const { address, tokens } = pool
  const [gem, dai, pocket, factor] = yield* ask(
    getGem(address),
    getDai(address),
    getPocket(address),
    getFactor(address),
  )
  const isIt = tokens.length === 2 && tokens[0] === gem && tokens[1] === dai && factor > 0n
  return { ...pool, facts: { pocket, factor }, ...(!isIt && { skipReason: 'unmodelled' as const }) }
}

/** A wrapper names its own token as `dai()`; what the module below can pay is DAI. */
function* readWrapper(pool: Pool, base: Address): Reading<Pool> {
  const { address, tokens } = pool
  const [gem, token, pocket, factor, module, below, dai] = yield* ask(
    getGem(address),
    getDai(address),
    getPocket(address),
    getFactor(address),
    getModule(address),
    getGem(base),
    getDai(base),
  )
  const isOfBase = module === base && below === gem
  const isIt = tokens.length === 2 && tokens[0] === gem && tokens[1] === token && factor > 0n && isOfBase
  return { ...pool, facts: { pocket, factor, dai }, ...(!isIt && { skipReason: 'unmodelled' as const }) }
}
