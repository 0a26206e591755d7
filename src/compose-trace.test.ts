import { expect, test } from 'vitest'
import { createRunTrace } from '#compose-trace'
import type { Chain } from '#domain/chain/port'
import { networkName } from '#domain/units'

/** A trace whose clock moves by 10 ms at each look. */
function startTrace() {
  const lines: string[] = []
  let now = 0
  const clock = {
    now: () => 0 as never,
    elapsed: () => {
      now += 10
      return now
    },
    sleep: async () => undefined,
  }
  return { lines, trace: createRunTrace({ log: (line, level) => lines.push(`${level} ${line}`), clock }) }
}

test('requests by host, the block, the mode, the caches and the time of each phase', async () => {
  const { lines, trace } = startTrace()
  const of = trace.ofNetwork(networkName('base'))
  const methods = ['eth_chainId', 'eth_call', 'eth_call']
  of.onRequest({ host: 'rpc.example', methods })
  of.onResponse({ host: 'rpc.example', methods, seconds: 0.25, isAnswered: true })
  of.onRequest({ host: 'rpc.example', methods: ['eth_call'] })
  of.onResponse({ host: 'rpc.example', methods: ['eth_call'], seconds: 0.05, isAnswered: false })
  const memory = of.memory({
    pools: () => undefined,
    savePools: () => undefined,
    endpoint: () => ({ chainId: 8453, genesis: '0x' as never, mode: 'revert' }),
    saveEndpoint: () => undefined,
  })
  memory.endpoint('https://rpc.example/key')
  memory.pools({ chainId: 8453, genesis: '0x' as never, set: 'x' })
  const chain = of.chain({
    survey: async () => ({ snapshot: { block: { number: 77 } } }),
    simulate: () => Promise.reject(new Error('reverts')),
    network: 'untouched',
  } as never as Chain)
  expect(chain.network).toBe('untouched')
  await chain.survey({} as never)
  await expect(chain.simulate({} as never)).rejects.toThrow('reverts')
  trace.onTimings({ survey: 1, search: 2.4, proof: 3, total: 6.6 })
  trace.report()
  expect(lines).toEqual([
    'debug rpc.example: eth_chainId, eth_call × 2, 250 ms',
    'debug rpc.example: eth_call, no answer in 50 ms',
    'info base: rpc.example, 2 posts, 1 without an answer, 300 ms: eth_chainId, eth_call × 3',
    'info base: block 77; pools read by revert; lists of pools: 0 from the cache, 1 searched',
    'info base: head and pools 10 ms, simulate 10 ms',
    'info quote: head and pools 1 ms, search 2 ms, proof 3 ms, in all 7 ms',
  ])
})
