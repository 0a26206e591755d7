/** A deployment that one endpoint does not show yet was done all the same. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { getRouter } from '#encoding/contracts/router'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { autoConfirm, createComposeInput, sandbox } from './fixture.ts'

let chain: RunningChain
let lagging: FaultProxy
let honest: FaultProxy
const state = mkdtempSync(join(tmpdir(), 'swapline-deploy-lag-'))
beforeAll(async () => {
  chain = await startChain({ router: false, flags: ['--hardfork', 'cancun'] })
  lagging = await startProxy(chain.url)
  honest = await startProxy(chain.url)
}, 60_000)
afterAll(async () => {
  await Promise.all([lagging.close(), honest.close()])
  await chain.stop()
  rmSync(state, { recursive: true, force: true })
})

test('a router that was deployed is not said to be missing because one endpoint has an older state', async () => {
  const { address } = getRouter({ router: 'cancun' })
  lagging.rules([
    {
      method: 'eth_getCode',
      when: ({ params }) => String(params[0]).toLowerCase() === address,
      times: 2, // before the deployment, and once after it
      fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: '0x' }) },
    },
  ])
  const urls = [lagging.url, honest.url]
  const parts = composeWith({})(createComposeInput(state, chain.url, new Map([['rpcUrl', urls]])))
  const trader = await parts.trader()
  const done = await trader.deployRouter(sandbox, 'dev0', autoConfirm()).catch((error: unknown) => error)
  await parts.close()
  expect(await chain.rpc<string>('eth_getCode', address, 'latest')).not.toBe('0x')
  expect(done).toMatchObject({ router: { address, intent: { stage: 'confirmed' } } })
})
