import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { evm, hex, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { type Anvil, startAnvil } from './anvil.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, protocols } from './setup.ts'

// the first of the accounts that every development node has
const from = evm('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const to = evm(`0x${'ab'.repeat(20)}`)

let anvil: Anvil
let proxy: FaultProxy
beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await startProxy(anvil.url)
})
afterAll(async () => {
  await proxy.close()
  await anvil.close()
})

const open = () => {
  const context = { clock, memory: createMemory(), protocols }
  return createChain(context, { network, urls: [proxy.url], callSeconds: 1 })
}

test('a simulation reports what a call returns and what it reverts with', async () => {
  const chain = open()
  // returns its input if there is any, otherwise reverts with Error("no input")
  const words = Buffer.from('no input').toString('hex').padEnd(64, '0')
  const error = `08c379a0${'20'.padStart(64, '0')}${'8'.padStart(64, '0')}${words}`
  const code = `0x3615600f57366000600037366000f35b6064601c60003960646000fd${error}`
  await anvil.rpc('anvil_setCode', to, code)
  const payload = { from, to, value: wei(0n) }
  expect(await chain.simulate({ ...payload, data: hex('0xabcd') })).toEqual({ ok: true, data: '0xabcd', reason: '' })
  const reverted = { ok: false, data: `0x${error}`, reason: 'no input' }
  expect(await chain.simulate({ ...payload, data: hex('0x') })).toEqual(reverted)

  proxy.rules([
    {
      method: 'eth_call',
      when: ({ params }) => params[1] === 'pending',
      fault: { kind: 'error', code: -32602, message: 'pending block is not available' },
    },
  ])
  expect(await chain.simulate({ ...payload, data: hex('0x') })).toEqual(reverted)
  expect(await chain.estimateGas({ ...payload, data: hex('0xabcd') })).toBeGreaterThan(21_000n)
  const failure = { code: 'ESTIMATE_GAS_FAILED', details: { check: 'gas', reason: 'no input' } }
  await expect(chain.estimateGas({ ...payload, data: hex('0x') })).rejects.toMatchObject(failure)
  expect(await chain.code(to)).toBe(code)
})
