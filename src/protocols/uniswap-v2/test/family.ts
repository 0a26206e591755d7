import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { protocol } from '#protocols/uniswap-v2/index'
import { defineFamily } from '#test/conformance/family'
import { createUniswapFixture, turnOf } from '#test/conformance/fixture'
import { anySale, anySize } from '#test/conformance/sizes'

/** Of the forks, by the name of their package. */
const forks: readonly { readonly name: string; readonly bytecode: string }[] = JSON.parse(
  readFileSync('scripts/sandbox-state/fork-factories.data.json', 'utf8'),
)

const fees = { uniswap: 3_000, '@pancakeswap-libs/pancake-swap-core': 2_000, '@traderjoe-xyz/core': 3_000 } as const

export const family = defineFamily({
  protocol,
  source:
    'UniswapV2Pair of @uniswap/v2-core 1.0.1, PancakePair of @pancakeswap-libs/pancake-swap-core 0.1.0, ' +
    'JoePair of @traderjoe-xyz/core 2.4.6',
  scenarios: fc.record({
    fork: fc.constantFrom('uniswap', '@pancakeswap-libs/pancake-swap-core', '@traderjoe-xyz/core'),
    reserves: fc.tuple(anySize(112), anySize(112)),
  }),
  plans: anySale(113).map((trade) => () => trade),
  async open(chain) {
    const { playPair, pairFactory, driver } = await createUniswapFixture(chain)
    const factories = new Map([['uniswap', pairFactory]])
    for (const { name, bytecode } of forks) {
      const made = await chain.send(null, `${bytecode}${driver.slice(2).padStart(64, '0')}`)
      factories.set(name, made.contractAddress)
    }
    return {
      start: ({ fork, reserves }) => Promise.resolve({ reserves, feePpm: fees[fork] }),
      async play({ fork, reserves }, trades, ours) {
        const claims = ours.map(({ out }) => out)
        const isExact = await playPair(reserves, trades.map(turnOf), { claims, factory: factories.get(fork) })
        return claims.map((claim, i) => ({ out: isExact[i] ? claim : -1n }))
      },
    }
  },
})
