/**
 * Two programs with one account and one store swap, speed up and cancel at random while blocks are mined and one of them
 * dies now and then. The chain judges: no nonce twice, no gap, one version of each step in a block, and that is what is
 * told. `npm run test:replacements` for more rounds; `SWAPLINE_REPLACE_RESULT` names the file for the result.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { fail, SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { type Intent, type JournalTx, purposeOf } from '#domain/journal/swap'
import type { ReplaceRequest } from '#domain/trade/replacement'
import { nativeToken, ppm, wei } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { SWAPLINE_REPLACE_ROUNDS = '4', SWAPLINE_SEED = '1', SWAPLINE_REPLACE_RESULT } = process.env
const rounds = Number(SWAPLINE_REPLACE_ROUNDS)

let app: SandboxApp
let parts: readonly [Parts, Parts, Parts]
beforeAll(async () => {
  app = await startSandboxApp()
  parts = [partsWith(), partsWith(), partsWith(dying)]
  await rpc('evm_setAutomine', false)
})
afterAll(async () => {
  await Promise.all(parts.map((one) => one.close()))
  await app.close()
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
type Parts = ReturnType<typeof partsWith>
const partsWith = (journal: (journal: Journal) => Journal = (kept) => kept) =>
  composeWith({ journal, network: (entry) => ({ ...entry, confirmations: 2 }) })(createComposeInput(app.state, app.url))

/** A program that stores a replacement and dies before it sends it. */
function dying(journal: Journal): Journal {
  let stored = false
  const dead = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'it died' })
  return {
    ...journal,
    recordReplacement: async (...given) => {
      await journal.recordReplacement(...given)
      stored = true
    },
    addObservations: async (...given) => {
      const [, , [first]] = given
      if (!stored || first?.kind !== 'broadcast') return journal.addObservations(...given)
      stored = false
      throw dead
    },
  }
}

let state = Number(SWAPLINE_SEED) >>> 0
/** A whole number below `below`. */
function draw(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 14n, {
  slippage: ppm(400_000),
})

async function swap(program: Parts, key: string): Promise<string> {
  const wanted = createSwapRequest({ request }, { key, guards, wait: false })
  const { intent } = await (await program.trader()).swap(wanted, autoConfirm())
  return intent?.id ?? ''
}

const allowed = new Set([
  'NOT_REPLACEABLE',
  'GAS_ABOVE_LIMIT',
  'STORE_UNUSABLE',
  'OUTCOME_UNKNOWN',
  'PENDING',
  'CANCELLED',
])

/** Refusals are part of it; anything else is a bug. */
async function tryReplace(program: Parts, reference: string, kind: ReplaceRequest['kind']): Promise<boolean> {
  const limits = { maxFee: wei(10n ** 12n), maxGas: wei(10n ** 18n) }
  const asked = { reference, kind, bump: ppm(125_000), confirmations: 1, timeoutSeconds: 5, wait: false, ...limits }
  try {
    await (await program.trader()).replace(asked, autoConfirm())
    return true
  } catch (error) {
    if (!(error instanceof SwapError) || !allowed.has(error.code)) throw error
    return false
  }
}

const mine = async (): Promise<void> => {
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await rpc('evm_mine')
}

/** Now and then ten blocks of others, with a usual tip: a new swap's follows the last blocks', which are replacements. */
async function calm(round: number): Promise<void> {
  if (round % 25 !== 24) return
  const [other] = await rpc<readonly string[]>('eth_accounts').then((accounts) => accounts.slice(-1))
  for (let block = 0; block < 10; block++) {
    const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0xf4240' }
    await rpc('eth_sendTransaction', { from: other, to: other, gas: '0x5208', ...fees })
    await mine()
  }
}

/** Follows an intent as its own command would if it ran again, until one of its versions is in a block. */
async function settle(program: Parts, id: string): Promise<Intent> {
  const trader = await program.trader()
  for (let tries = 0; tries < 40; tries++) {
    const { intent } = await trader.status(id)
    if ((purposeOf(intent)?.conclusion.depth ?? 0) > 0) return intent
    await trader
      .resume(intent, { confirmations: 1, timeoutSeconds: 1, wait: false }, autoConfirm())
      .catch((error: unknown) => {
        if (!(error instanceof SwapError)) throw error
      })
    await mine()
  }
  throw new Error(`${id} does not end`)
}

/** What is told of a step, compared with the receipts of all its versions. */
async function judge(tx: JournalTx): Promise<void> {
  const receipts = await Promise.all(
    tx.versions.map(({ hash }) => rpc<{ status: string } | null>('eth_getTransactionReceipt', hash)),
  )
  const mined = tx.versions.filter((_, i) => receipts[i] !== null)
  expect(mined).toHaveLength(1)
  expect(mined[0]?.hash).toBe(tx.hash)
  const success = mined[0]?.kind === 'cancel' ? ['cancelled'] : ['mined', 'confirmed']
  expect(success, tx.conclusion.known).toContain(tx.stage)
  expect(receipts.find((receipt) => receipt !== null)?.status).toBe('0x1')
}

interface Counts {
  readonly replaced: number
  readonly cancelled: number
}

function report({ replaced, cancelled }: Counts): void {
  const result = {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    node: process.version,
    seed: Number(SWAPLINE_SEED),
    rounds,
    swaps: 2 * rounds,
    replacementsSent: replaced,
    stepsCancelled: cancelled,
  }
  console.info(JSON.stringify(result))
  if (SWAPLINE_REPLACE_RESULT !== undefined)
    writeFileSync(SWAPLINE_REPLACE_RESULT, `${JSON.stringify(result, null, 2)}\n`)
}

test(
  `${rounds} rounds of two programs on one account, seed ${SWAPLINE_SEED}`,
  async () => {
    const [one, other, mortal] = parts
    const first = Number(await rpc('eth_getTransactionCount', trader0, 'latest'))
    const counts = { replaced: 0, cancelled: 0 }
    for (let round = 0; round < rounds; round++) {
      await calm(round)
      const ids = await Promise.all([swap(one, `a${round}`), swap(other, `b${round}`)])
      const actions = Array.from({ length: 3 }, (_, i) => {
        const program = i === 0 ? one : i === 1 ? other : mortal
        return tryReplace(program, ids[draw(2)] ?? '', draw(3) === 0 ? 'cancel' : 'speedup')
      })
      if (draw(4) === 0) actions.push(mine().then(() => false))
      counts.replaced += (await Promise.all(actions)).filter(Boolean).length
      const txs: JournalTx[] = []
      for (const id of ids) {
        const tx = purposeOf(await settle(draw(2) === 0 ? one : other, id))
        if (tx === undefined) throw new Error('nothing was signed')
        txs.push(tx)
      }
      for (const tx of txs) await judge(tx)
      counts.cancelled += txs.filter(({ stage }) => stage === 'cancelled').length
      expect(txs.map(({ nonce }) => nonce).sort((a, b) => a - b)).toEqual([first + 2 * round, first + 2 * round + 1])
    }
    expect(Number(await rpc('eth_getTransactionCount', trader0, 'latest'))).toBe(first + 2 * rounds)
    expect(counts.replaced).toBeGreaterThan(0)
    if (rounds >= 50) expect(counts.cancelled).toBeGreaterThan(0)
    report(counts)
  },
  60_000 + rounds * 20_000,
)
