/** The built program: Ctrl-C ends an index between two steps, and the next run goes on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, documentOf } from '../e2e/said.ts'
import { openStage, type Stage } from '../e2e/stage.ts'
import { making } from './pools-made.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

interface Indexed {
  readonly complete: boolean
  readonly sources: readonly { readonly source: string; readonly through: number; readonly pools: number }[]
}

test('what was done stays done, and the exit code says that it is not all', async () => {
  const make = await making(stage.chain.rpc)
  for (const fee of [100, 200, 300, 400]) await make.v4(fee)
  const slowly = await stage.proxy([
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
  const user = stage.user()
  const { child, ended } = await user.start(['networks', 'index', '-o', 'json'], { rpc: slowly.url })
  const asked = () => slowly.posts.filter((methods) => methods.includes('eth_getLogs')).length
  while (asked() < 8) await sleep(5)
  child.kill('SIGINT')
  const ran = await ended
  const first = documentOf(ran) as { readonly data: Indexed }
  expect({ code: ran.code, complete: first.data.complete }).toEqual({ code: 16, complete: false })
  const whole = dataOf<Indexed>(await user.run(['networks', 'index', '-o', 'json']))
  expect(whole.complete).toBe(true)
  expect(whole.sources.map(({ source, pools }) => [source, pools])).toContainEqual(['uniswap-v4', 4])
}, 60_000)
