/** Pools that are left out of a warm market: told of with the reason, and taken up again when the reason has passed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Address, evm } from '#domain/units'
import { callData } from '#domain/words'
import { network } from '#networks/entries/sandbox'
import { sendFrom } from '#sandbox/send-from'
import { type RunningChain, startChain } from '#sandbox/start'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { openStage, type Stage, selling } from './stage.ts'

let chain: RunningChain
let proxy: FaultProxy
let stage: Stage
beforeEach(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
  stage = openStage(proxy.url)
})
afterEach(async () => {
  await proxy.close()
  await chain.stop()
})

const failing = (question: ReturnType<typeof selling>) => stage.quote(question).catch((error: unknown) => error)

test('a token that keeps a part of what is sent: the reason is told, warm as cold', async () => {
  const question = selling(['FOT', 'WETH'], 10)
  const named = { source: expect.any(String), pool: expect.any(String), reason: 'transfer_fee' }
  const why = expect.stringContaining('FOT keeps a part of what is sent')
  const wanted = { code: 'NO_ROUTE', context: { why }, details: { sources: expect.arrayContaining([named]) } }
  expect(await failing(question)).toMatchObject(wanted)
  await stage.market.follow()
  proxy.forget()
  expect(await failing(question)).toMatchObject(wanted)
  expect(proxy.posts).toEqual([])
  expect(stage.failures).toEqual([])
})

test('a pool that is paused and opened again', async () => {
  const saddle = network.venues.find(({ name }) => name === 'saddle')?.pools?.[0]?.address ?? network.wrapped
  const owner = evm(
    `0x${(await chain.rpc<string>('eth_call', { to: saddle, data: '0x8da5cb5b' }, 'latest')).slice(-40)}`,
  )
  await chain.rpc('anvil_impersonateAccount', owner)
  await chain.rpc('anvil_setBalance', owner, '0xffffffffffffffffff')
  const [pause, unpause] = ['0x8456cb59', '0x3f4ba83a']
  const told = async (data: string) => {
    await sendFrom(chain.rpc, { from: owner, to: saddle, data: callData(data) })
    await stage.market.follow()
    const { snapshot } = (await stage.market.standing([usdc, dai], undefined)) ?? {}
    const isIt = ({ pool }: { readonly pool: { readonly address: Address } }) => pool.address === saddle
    return [snapshot?.pools.some(isIt), snapshot?.leftOut?.find(isIt)?.reason]
  }
  const [usdc, dai] = ['USDC', 'DAI'].map((name) => network.tokens.find(({ symbol }) => symbol === name)?.address) as [
    Address,
    Address,
  ]
  await stage.quote(selling(['USDC', 'DAI'], 100))
  await stage.market.follow()
  expect(await told(pause)).toEqual([false, 'paused'])
  expect(await told(unpause)).toEqual([true, undefined])

  // one that was paused when it was looked for
  await told(pause)
  stage = openStage(proxy.url)
  await stage.quote(selling(['USDC', 'DAI'], 100))
  await stage.market.follow()
  expect(await told(unpause)).toEqual([true, undefined])
  expect(stage.failures).toEqual([])
})
