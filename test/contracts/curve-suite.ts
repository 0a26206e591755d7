/** What is true of all of Curve's pools through an adapter. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { type AdapterStage, describeAdapter, million } from './adapter-suite.ts'
import { encodeCall, type Rig } from './rig.ts'

interface Filling {
  readonly tokens: readonly Address[]
  /** The call that takes up to a million of each. */
  readonly fill: string
}

export async function fillPool(rig: Rig, pool: Address, { tokens, fill }: Filling): Promise<void> {
  for (const one of tokens) await rig.send({ from: rig.maker, to: one, data: encodeCall('approve', [pool, million]) })
  await rig.send({ from: rig.maker, to: pool, data: fill })
}

/** @param quote the pool's own function, of the indexes of a and b and an amount */
export function describeCurve<Name extends string>(
  stage: () => AdapterStage<Readonly<Record<Name, Pool>>>,
  pools: readonly Name[],
  quote: string,
): void {
  const quotes = new Interface([`function ${quote} view returns (uint256)`])
  const [name = ''] = quote.split('(')

  describeAdapter(stage, {
    pools,
    // the quote for a deposit into a base pool leaves out its fee
    sold: name === 'get_dy' ? ['first', 'second'] : ['first'],
    async said({ rig }, { pool: { address }, sold, amountIn }) {
      const ends = sold === rig.tokens.a ? [0, 1] : [1, 0]
      const data = quotes.encodeFunctionData(name, [...ends, amountIn])
      return BigInt(await rig.simulate({ from: rig.user, to: address, data }))
    },
  })

  test.each(pools)('%s: passes on its revert data', async (which) => {
    const { rig, pools: all, legOf, refusal } = stage()
    const right = legOf(all[which], rig.tokens.a)
    if (right.move.move !== 'adapter') throw new Error('not an adapter')
    const answer = await refusal([{ ...right, move: { ...right.move, data: right.move.data + 6 } }])
    expect(answer).not.toBe('done')
    expect(answer).not.toBe('0x')
  })
}
