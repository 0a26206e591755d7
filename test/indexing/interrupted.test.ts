/** The built program: Ctrl-C stops an index between two steps, and the next run continues. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseData, parseDocument } from '../e2e/expect-refusal.ts'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { createPoolMaker } from './pool-maker.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Indexed {
  readonly complete: boolean
  readonly sources: readonly { readonly source: string; readonly through: number; readonly pools: number }[]
}

test('finished steps are kept, and the exit code says that the index is incomplete', async () => {
  const make = await createPoolMaker(fixture.chain.rpc)
  for (const fee of [100, 200, 300, 400]) await make.v4(fee)
  const slowly = await fixture.addProxy([
    {
      method: 'eth_getLogs',
      when: ({ params: [filter] }) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
        return fromBlock !== toBlock
      },
      fault: { kind: 'error', code: -32_602, message: 'block range is too large' },
    },
    { method: 'eth_getLogs', fault: { kind: 'delay', milliseconds: 150 } },
  ])
  const user = fixture.createUser()
  const { child, ended } = await user.start(['networks', 'index', '-o', 'json'], { rpc: slowly.url })
  const asked = () => slowly.posts.filter((methods) => methods.includes('eth_getLogs')).length
  while (asked() < 8) await sleep(5)
  child.kill('SIGINT')
  const ran = await ended
  const first = parseDocument(ran) as { readonly data: Indexed }
  expect({ code: ran.code, complete: first.data.complete }).toEqual({ code: 16, complete: false })
  const whole = parseData<Indexed>(await user.run(['networks', 'index', '-o', 'json']))
  expect(whole.complete).toBe(true)
  expect(whole.sources.map(({ source, pools }) => [source, pools])).toContainEqual(['uniswap-v4', 4])
})
