import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { keccakText } from '#encoding/keccak'
import { sandboxGround } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import { type RunningChain, startChain } from '#sandbox/start'
import { bundled } from '../bundle.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'

/** Each account swaps by itself, side by side with the others: much of the time is spent waiting. */
const accounts = ['dev1', 'dev2', 'dev3', 'dev4']
/** In all. */
const { SWAPLINE_KILLS = '200', SWAPLINE_SEED = String(Date.now() % 1_000_000) } = process.env
const kills = Number(SWAPLINE_KILLS)
const each = kills / accounts.length
const seed = Number(SWAPLINE_SEED)

let chain: RunningChain
let fromBlock: string
let client: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  chain = await startChain()
  fromBlock = await chain.rpc<string>('eth_blockNumber')
  client = await bundled(join(import.meta.dirname, 'client.ts'))
  console.log(`kill -9: ${kills} kills, seed ${seed}`)
})
afterAll(async () => {
  client.remove()
  await chain.stop()
})

test(
  'a client that is killed anywhere and run again swaps exactly once for each key',
  async () => {
    const tallies = await Promise.all(accounts.map((account) => lane(account, each)))
    for (const { swaps, keys, unsettled } of tallies)
      expect({ swaps, unsettled }).toEqual({ swaps: keys, unsettled: [] })
    expect(tallies.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThanOrEqual(kills * 0.9)
  },
  kills * 2_000 + 60_000,
)

test('the rig sees the bug: a client that forgets its key and signs again swaps twice', async () => {
  const { swaps, keys } = await lane('dev5', 12, 'forgetful')
  console.log(`the forgetful control swapped ${swaps} times for ${keys} keys`)
  expect(swaps).toBeGreaterThan(keys)
}, 120_000)

/** Swaps under one account, each killed once at a random step and run again until it says how it ended. */
async function lane(account: string, count: number, memory = 'durable') {
  const random = randomFrom(seed + account.length + Number(account.slice(3)) * 7919)
  const state = mkdtempSync(join(tmpdir(), 'swapline-kill-'))
  const proxy = await startProxy(chain.url)
  const unsettled: string[] = []
  let killed = 0
  try {
    for (let i = 0; i < count; i++) {
      losing(proxy, random)
      const key = `order-${i}`
      const run = (dieAt: number) => execute([state, proxy.url, account, key, String(dieAt), memory])
      if ((await run(1 + Math.floor(random() * lastStep))) === undefined) killed++
      const end = await settled(run, proxy)
      if (end !== 'confirmed') unsettled.push(`${key}: ${end}`)
    }
    const swaps = await swapsOf(devAccounts.find(({ name }) => name === account)?.address)
    return { swaps, keys: count, killed, unsettled }
  } finally {
    await proxy.close()
    rmSync(state, { recursive: true, force: true })
  }
}

/** Steps of an undisturbed swap: journal calls count twice, words of the dialogue once. */
const lastStep = 40

/** Runs again with the same key, as a user would, with a network that has recovered by the third time. */
async function settled(run: (dieAt: number) => Promise<string | undefined>, proxy: FaultProxy): Promise<string> {
  let said = ''
  for (let attempt = 0; attempt < 5; attempt++) {
    if (attempt === 2) proxy.rules([])
    const line = await run(0)
    const { stage, code } = JSON.parse(line ?? '{}') as { stage?: string; code?: string }
    said = stage ?? code ?? 'died'
    if (said === 'confirmed') return said
  }
  return said
}

/** One time in two the answer to a send, or to any read, is lost after the node has done what it was asked. */
function losing(proxy: FaultProxy, random: () => number): void {
  const lose = { kind: 'lose' } as const
  const drop = { kind: 'reset' } as const
  const draw = random()
  if (draw < 0.3) proxy.rules([{ method: 'eth_sendRawTransaction', times: 1, fault: lose }])
  else if (draw < 0.45) proxy.rules([{ method: 'eth_sendRawTransaction', times: 1, fault: drop }])
  else if (draw < 0.6) proxy.rules([{ after: Math.floor(random() * 8), times: 1, fault: lose }])
  else proxy.rules([])
}

/** The client's last line, or `undefined` where it was killed. */
function execute(argv: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, [client.path, ...argv], (_, stdout) =>
      resolve(stdout.trim().split('\n').at(-1) || undefined),
    )
  })
}

/** By the transactions that brought the payer what it buys, since the chain started. */
async function swapsOf(payer: Address | undefined): Promise<number> {
  const { address } = sandboxGround.tokens.USDC
  const topics = [keccakText('Transfer(address,address,uint256)'), null, `0x${payer?.slice(2).padStart(64, '0')}`]
  const logs = await chain.rpc<readonly { readonly transactionHash: string }[]>('eth_getLogs', {
    address,
    fromBlock,
    topics,
  })
  return new Set(logs.map(({ transactionHash }) => transactionHash)).size
}

/** Mulberry32: small, seedable, good enough to pick where to die. */
function randomFrom(start: number): () => number {
  let a = start
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
