/**
 * What became of a crossing is concluded by every endpoint of both networks, in final blocks: two chains with CCTP's doubles,
 * each behind two endpoints, one of which lies.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requireOurContracts } from '#app/crossing/our-contracts'
import { trackCrossing } from '#app/crossing/track'
import { bridge } from '#bridges/cctp/index'
import { findDeposit, trackCrossing as trackBurn } from '#bridges/cctp/track'
import { createChain } from '#chain/create-chain'
import { isFailure } from '#domain/errors'
import type { Hex } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import type { RpcRequest, RpcResponse, Rule } from '#test/chain/faults'
import { type FaultProxy, startProxy } from '#test/chain/proxy'
import { clock, createMemory, protocols } from '#test/chain/setup'
import { type CctpFixture, createCctpFixture } from './cctp-fixture.ts'

let fixture: CctpFixture
let liars: { readonly source: FaultProxy; readonly destination: FaultProxy }
beforeAll(async () => {
  fixture = await createCctpFixture()
  const [source, destination] = await Promise.all(
    [fixture.source, fixture.destination].map(({ chain }) => startProxy(chain.url)),
  )
  if (source === undefined || destination === undefined) throw new Error('two proxies')
  liars = { source, destination }
}, 120_000)
afterAll(async () => {
  fixture?.close()
  await Promise.all([liars.source.close(), liars.destination.close()])
})
afterEach(() => {
  for (const liar of Object.values(liars)) liar.rules([])
})

/** By ethereum's 12 confirmations and base's 10; the liar is the endpoint in use, or the other one. */
function track(hash: Hex, { isLiarFirst = true } = {}) {
  const { source, destination, service } = fixture
  const over = (name: 'ethereum' | 'base') => {
    const [side, liar] = name === 'ethereum' ? [source, liars.source] : [destination, liars.destination]
    const urls = [liar.url, side.chain.url]
    const context = { clock, memory: createMemory(), protocols }
    return createChain(context, { network: getNetworkEntry(name), urls: isLiarFirst ? urls : urls.toReversed() })
  }
  const chains = { ethereum: over('ethereum'), base: over('base') }
  const own: typeof bridge = {
    ...bridge,
    findDeposit: (receipt) => findDeposit(receipt, source)?.deposit,
    track: (asked, ends) =>
      trackBurn(asked, {
        source: { ...source, reader: ends.source.reader },
        destination: { ...destination, reader: ends.destination.reader },
        service: ends.service,
        crossing: destination.crossing,
      }),
  }
  const context = {
    chain: async (name: string) => chains[name as keyof typeof chains],
    bridges: [own],
    bridgeService: () => service.ask,
  }
  return trackCrossing(context, chains.ethereum.network.name, hash)
}

const chainOf = (...urls: readonly string[]) =>
  createChain({ clock, memory: createMemory(), protocols }, { network: getNetworkEntry('base'), urls })

async function cross(surplus = 0n): Promise<Hex> {
  const sent = await fixture.submit(await fixture.quote({}, surplus))
  expect(sent.ok).toBe(true)
  return sent.hash
}

async function complete(hash: Hex): Promise<Hex> {
  fixture.service.filled = { fee: 1n }
  const state = await fixture.track(hash)
  if (state.state !== 'bridging' || state.completion === undefined) throw new Error(state.state)
  const { destination } = fixture
  const sent = await destination.on.send({ from: destination.stranger, ...state.completion })
  expect(sent.ok).toBe(true)
  return sent.hash
}

const mine = async (blocks: number) => {
  for (const { chain } of [fixture.source, fixture.destination])
    await chain.rpc('anvil_mine', `0x${blocks.toString(16)}`)
}

const keyOf = ({ method, params }: RpcRequest): string => JSON.stringify([method, params])

/** Has a liar repeat what the destination showed before it lost a branch: what `work` did there, and all after it. */
async function keepBranch(work: () => Promise<unknown>, hash: Hex): Promise<void> {
  const { chain } = fixture.destination
  const shown = new Map<string, RpcResponse>()
  const branch = await chain.rpc('evm_snapshot')
  await work()
  await mine(12)
  const remember = (real: RpcResponse, request: RpcRequest) => {
    shown.set(keyOf(request), real)
    return real
  }
  liars.destination.rules([{ fault: { kind: 'forge', answer: remember } }])
  await track(hash)
  await chain.rpc('evm_revert', branch)
  await mine(24)
  const repeat = (real: RpcResponse, request: RpcRequest) => ({ ...(shown.get(keyOf(request)) ?? real), id: real.id })
  liars.destination.rules([{ fault: { kind: 'forge', answer: repeat } }])
}

test('a payment has arrived once its block, and that of the deposit, are final', async () => {
  const hash = await cross()
  expect(await track(hash)).toMatchObject({ state: { state: 'bridging' } })
  await mine(12)
  const payment = await complete(hash)
  const young = await track(hash)
  expect(young).toMatchObject({ state: { state: 'bridging' }, unsettled: { state: 'success' }, recoveries: [] })
  await mine(8)
  expect(await track(hash)).toMatchObject({
    state: { state: 'bridging' },
    unsettled: { state: 'success', reason: 'no final block has it yet' },
  })
  await mine(1)
  const settled = await track(hash)
  expect(settled).toMatchObject({ state: { state: 'success', payment }, received: { amount: expect.any(BigInt) } })
  expect(settled).not.toHaveProperty('unsettled')
})

test('a payment whose deposit may still be reorganized has not arrived', async () => {
  const hash = await cross()
  await complete(hash)
  await fixture.destination.chain.rpc('anvil_mine', '0x40')
  expect(await track(hash)).toMatchObject({
    state: { state: 'bridging' },
    unsettled: { state: 'success', reason: 'its block is not final on ethereum yet' },
  })
  await fixture.source.chain.rpc('anvil_mine', '0xb')
  expect(await track(hash)).toMatchObject({ state: { state: 'success' } })
})

test('a payment that one endpoint shows alone has not arrived', async () => {
  const hash = await cross()
  await mine(12)
  await keepBranch(() => complete(hash), hash)
  const lied = await track(hash)
  expect(lied).toMatchObject({ state: { state: 'bridging' }, unsettled: { state: 'success' }, recoveries: [] })
  expect(lied.unsettled?.reason).toMatch(/^the endpoints of base contradict each other about /)
  expect(lied).not.toHaveProperty('received')
  expect(await track(hash, { isLiarFirst: false })).toMatchObject({ state: { state: 'bridging' } })
  const payment = await complete(hash)
  liars.destination.rules([])
  await mine(12)
  expect(await track(hash)).toMatchObject({ state: { state: 'success', payment } })
})

test('neither is a payment kept that one endpoint shows as kept, nor a claim closed', async () => {
  const hash = await cross(10n ** 24n)
  await mine(12)
  await keepBranch(() => complete(hash), hash)
  expect(await track(hash)).toMatchObject({
    state: { state: 'bridging' },
    unsettled: { state: 'partial' },
    recoveries: [],
  })
  liars.destination.rules([])
  await complete(hash)
  await mine(12)
  const kept = await track(hash)
  expect(kept).toMatchObject({ state: { state: 'partial', isOpen: true } })
  expect(kept.recoveries.map(({ action }) => action)).toEqual(['retry', 'release'])

  // the count of a claim, by one endpoint
  const claims: Rule = {
    method: 'eth_call',
    when: ({ params: [call] }) => String((call as { data?: string }).data).startsWith(crossingSelectors.claims),
    fault: { kind: 'forge', answer: (real) => ({ ...real, result: `0x${'0'.repeat(64)}` }) },
  }
  liars.destination.rules([claims])
  expect(await track(hash)).toMatchObject({ state: { state: 'bridging' }, unsettled: { state: 'partial' } })
  expect(await track(hash, { isLiarFirst: false })).toMatchObject({ state: { state: 'bridging' } })
})

test('a deposit that one endpoint calls reverted, or shows without its logs, is pending', async () => {
  const hash = await cross()
  await mine(12)
  const changed = (change: object): Rule => ({
    method: 'eth_getTransactionReceipt',
    fault: { kind: 'forge', answer: (real) => ({ ...real, result: { ...(real.result as object), ...change } }) },
  })
  liars.source.rules([changed({ status: '0x0', logs: [] })])
  expect(await track(hash)).toMatchObject({ state: { state: 'pending' }, unsettled: { state: 'error' } })
  liars.source.rules([changed({ logs: [] })])
  expect(await track(hash)).toEqual({ network: 'ethereum', hash, state: { state: 'pending' }, recoveries: [] })
  liars.source.rules([])
  expect(await track(hash)).toMatchObject({ state: { state: 'bridging' } })
})

test('what every endpoint shows is an end: a start that failed, and what is no crossing', async () => {
  const { source, submit, quote } = fixture
  const failed = await submit(await quote({ bridgeAmountMin: String(10n ** 30n) }))
  const plain = await source.on.run(source.user, source.a, 'transfer', [source.stranger, 1n])
  expect(await track(failed.hash)).toMatchObject({ state: { state: 'pending' }, unsettled: { state: 'error' } })
  expect(await track(plain.hash)).toMatchObject({ state: { state: 'pending' } })
  await mine(12)
  expect(await track(failed.hash)).toMatchObject({ state: { state: 'error' } })
  await expect(track(plain.hash)).rejects.toSatisfy((error) => isFailure(error, 'SWAP_NOT_FOUND'))
})

test('a payment is not that of a deposit which a reorganization made again, a minute later', async () => {
  const { chain } = fixture.source
  const branch = await chain.rpc('evm_snapshot')
  const hash = await cross()
  const payment = await complete(hash)
  await mine(12)
  expect(await track(hash)).toMatchObject({ state: { state: 'success', payment } })
  const raw = await chain.rpc<Hex>('eth_getRawTransactionByHash', hash)
  await chain.rpc('evm_revert', branch)
  await mine(12)
  expect(await track(hash)).toMatchObject({ state: { state: 'pending' } })
  await chain.rpc('evm_setNextBlockTimestamp', (await fixture.source.reader.now()) + 60)
  expect(await chain.rpc('eth_sendRawTransaction', raw)).toBe(hash)
  await mine(12)
  expect(await track(hash)).toMatchObject({ state: { state: 'bridging' } })
  const second = await complete(hash)
  expect(second).not.toBe(payment)
  await mine(12)
  expect(await track(hash)).toMatchObject({ state: { state: 'success', payment: second } })
})

test('our contracts are where every endpoint shows their code', async () => {
  const base = getNetworkEntry('base')
  const { chain } = fixture.destination
  const liar = liars.destination
  const ours = [getCrossing(base), getRouter(base)]
  const deployed: Record<string, Hex> = {
    [getCrossing(base).address]: await chain.rpc<Hex>('eth_getCode', fixture.destination.crossing, 'latest'),
    [getRouter(base).address]: await chain.rpc<Hex>('eth_getCode', fixture.destination.router, 'latest'),
  }
  const invent: Rule = {
    method: 'eth_getCode',
    fault: {
      kind: 'forge',
      answer: (real, { params }) => ({ ...real, result: deployed[String(params[0])] ?? real.result }),
    },
  }
  liar.rules([invent])
  await expect(requireOurContracts(chainOf(liar.url))).resolves.toBeUndefined() // it is believed where it is alone
  for (const urls of [
    [liar.url, chain.url],
    [chain.url, liar.url],
  ])
    await expect(requireOurContracts(chainOf(...urls))).rejects.toMatchObject({ code: 'ROUTER_NOT_DEPLOYED' })
  for (const { address } of ours) await chain.rpc('anvil_setCode', address, deployed[address])
  await expect(requireOurContracts(chainOf(liar.url, chain.url))).resolves.toBeUndefined()
  liar.rules([{ ...invent, fault: { kind: 'forge', answer: (real) => ({ ...real, result: '0x6001' }) } }])
  await expect(requireOurContracts(chainOf(chain.url, liar.url))).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED' })
})
