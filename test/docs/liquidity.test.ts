import { expect, test } from 'vitest'
import { findListedVenues } from './liquidity-table.ts'

const findings = findListedVenues()
const nameOf = ({ network, listed: { venue } }: (typeof findings)[number]) => `${network}: ${venue}`

test('what is not found has a reason, and what is found has none', () => {
  const unexplained = findings.filter(({ found, listed: { missing } }) => (found === 0) !== (missing !== undefined))
  expect(unexplained.map(nameOf)).toEqual([])
})

test('of rank 1 only these are missing, each for want of a source or a family', () => {
  const missing = findings.filter(({ found, listed: { rank } }) => rank === 1 && found === 0)
  expect(missing.map(nameOf)).toEqual([
    'bsc: PancakeSwap StableSwap',
    'scroll: SyncSwap',
    'scroll: Ambient',
    'fantom: Equalizer',
    'fantom: Beethoven X',
    'sonic: Beets V2',
    'plasma: Fluid DEX T1',
    'monad: Kuru CLOB',
    'hyperevm: Hybra V4',
    'berachain: BEX (Balancer-v2 fork)',
    'taiko: Ritsu',
    'telos: Swapsicle V2',
  ])
})
