/** The modules that a venue names, with what each says of itself: where its gems lie, and how many decimals they lack. */
import { knownPools } from '#domain/known-pools'
import type { Pool, Venue } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import type { Address } from '#domain/units'
import { daiOf, factorOf, gemOf, pocketOf } from './abi.ts'

export function* findModules(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> {
  const found: Pool[] = []
  for (const pool of yield* knownPools(venue, pair)) found.push(yield* learn(pool))
  return found
}

function* learn(pool: Pool): Reading<Pool> {
  const { address, tokens } = pool
  const [gem, dai, pocket, factor] = yield* ask(gemOf(address), daiOf(address), pocketOf(address), factorOf(address))
  const isIt = tokens.length === 2 && tokens[0] === gem && tokens[1] === dai && factor > 0n
  return { ...pool, facts: { pocket, factor }, ...(!isIt && { leftOut: 'unmodelled' as const }) }
}
