/** Swaps of one account never undo each other's allowance, whether they are pending, parallel or dead. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Intent } from '#domain/journal/swap'
import { transactionOf } from '#domain/journal/swap'
import type { Dialogue, Progress } from '#domain/trade/dialogue'
import type { ApproveRequest, SwapRequest, Trader } from '#domain/trade/trader'
import { type Address, amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { createAllowanceLock } from '#store/journal/allowance-lock'
import { systemClock } from '#system/clock'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
} from './fixture.ts'

const { USDC, USDT, DAI } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address

let app: SandboxApp
let rpc: Rpc
let trader: Trader
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
  trader = await app.components.trader()
})
afterAll(() => app.close())
afterEach(() => rpc('evm_setAutomine', true))

const addressOf = (account: string): Address => {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`no ${account}`)
  return found.address
}

async function ask(read: { to: Address; data: string }): Promise<bigint> {
  return BigInt(await rpc<string>('eth_call', { to: read.to, data: read.data }, 'latest'))
}
const allowanceOf = (account: string, token = USDC.address) => ask(readAllowance(token, addressOf(account), router))

const tokenOf = async (symbol: string) => {
  const found = (await app.components.tokens()).list(sandbox).find((one) => one.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol}`)
  return found
}

/** A swap of USDC to DAI. */
function swapRequest(account: string, raw: bigint, more: Partial<SwapRequest> = {}, sell = USDC.address): SwapRequest {
  const owner = addressOf(account)
  const request = createQuoteRequest(sell, DAI.address, raw, { from: owner, to: owner })
  return createSwapRequest({ request }, { account, timeoutSeconds: 60, ...more })
}

async function approve(account: string, symbol: string, raw: bigint, more: Partial<ApproveRequest> = {}) {
  const token = await tokenOf(symbol)
  return trader.approve(
    {
      account,
      of: { network: sandbox, token, amount: amount(raw) },
      max: false,
      permit: false,
      reset: 'auto',
      confirmations: 1,
      timeoutSeconds: 30,
      wait: true,
      ...more,
    },
    autoConfirm(),
  )
}

/** Agrees to everything; calls `on` for each event. */
const hearing = (on: (progress: Progress) => void): Dialogue => ({ ...autoConfirm(), tell: on })

const stepsOf = (intent: Intent | undefined) => intent?.transactions.map(({ step }) => step)
const statusOf = (intent: Intent | undefined) => intent && transactionOf(intent, 'swap')?.stage

/** Blocks from now on, some time after each other, until it is stopped. */
function mineOnInterval(): () => void {
  const timer = setInterval(() => void rpc('evm_mine').catch(() => undefined), 150)
  return () => clearInterval(timer)
}

describe.each(['exact', 'permit'] as const)('parallel swaps, approval %s', (how) => {
  const account = how === 'exact' ? 'dev1' : 'dev2'

  test('all of them succeed, and nothing is left', async () => {
    await rpc('evm_setAutomine', false)
    const stop = mineOnInterval()
    try {
      const swaps = [100n, 90n, 80n, 70n].map((much) =>
        trader.swap(swapRequest(account, much * usd, { approve: how }), autoConfirm()),
      )
      const ended = await Promise.all(swaps)
      expect(ended.map(({ intent }) => statusOf(intent))).toEqual(Array(4).fill('confirmed'))
      expect(await allowanceOf(account)).toBe(0n)
    } finally {
      stop()
    }
  })
})

describe('a swap that is pending', () => {
  /** Accepted by the node, and in no block. */
  async function leavePending(account: string, raw: bigint, more: Partial<SwapRequest> = {}): Promise<Intent> {
    await rpc('evm_setAutomine', false)
    const { intent } = await trader.swap(swapRequest(account, raw, { wait: false, ...more }), autoConfirm())
    if (intent === undefined) throw new Error('no intent')
    expect(statusOf(intent)).toBe('submitted')
    return intent
  }

  test('its amount is not available to the next one, which approves its own, and no more', async () => {
    await approve('dev3', 'USDC', 100n * usd)
    await leavePending('dev3', 100n * usd)
    let stop: (() => void) | undefined
    const plans: Progress[] = []
    const dialogue = hearing((progress) => {
      if (progress.what === 'approval') plans.push(progress)
      if (progress.what === 'sent') stop ??= mineOnInterval()
    })
    try {
      const { intent } = await trader.swap(swapRequest('dev3', 60n * usd), dialogue)
      expect(stepsOf(intent)).toEqual(['approve', 'swap'])
      expect(statusOf(intent)).toBe('confirmed')
      // its slot is empty when it is executed, and was not when a node estimated it
      const { payload, mined } = intent?.transactions[0] ?? {}
      expect((payload?.gasLimit ?? 0n) - (mined?.gasUsed ?? 0n)).toBeGreaterThan(24_000n)
      expect(plans).toMatchObject([{ plan: { before: 100n * usd, reserved: 100n * usd, after: 60n * usd } }])
      expect(await allowanceOf('dev3')).toBe(0n)
    } finally {
      stop?.()
    }
  })

  test('what was approved for several is used by several, without waiting for blocks', async () => {
    await approve('dev4', 'USDC', 250n * usd)
    await leavePending('dev4', 100n * usd)
    await leavePending('dev4', 150n * usd)
    await rpc('evm_mine')
    expect(await allowanceOf('dev4')).toBe(0n)
    expect(await ask({ to: DAI.address, data: readBalance(DAI.address, addressOf('dev4')).data })).toBeGreaterThan(0n)
  })

  test('by permit: the next permit waits for it', async () => {
    await leavePending('dev5', 100n * usd, { approve: 'permit' })
    let stop: (() => void) | undefined
    const dialogue = hearing(({ what }) => {
      if (what === 'allowance-wait') stop ??= mineOnInterval()
    })
    try {
      const { intent } = await trader.swap(swapRequest('dev5', 50n * usd, { approve: 'permit' }), dialogue)
      expect(stop).toBeDefined()
      expect(stepsOf(intent)).toEqual(['swap'])
      expect(statusOf(intent)).toBe('confirmed')
    } finally {
      stop?.()
    }
  })

  test('that is not mined in time ends the next permit, which says so and signs nothing', async () => {
    const pending = await leavePending('dev6', 100n * usd, { approve: 'permit' })
    const dialogue = autoConfirm()
    const next = trader.swap(swapRequest('dev6', 50n * usd, { approve: 'permit', timeoutSeconds: 2 }), dialogue)
    await expect(next).rejects.toMatchObject({
      code: 'ALLOWANCE_BUSY',
      exit: 5,
      fix: [`swapline status ${pending.id} --watch`, 'then run the same command again'],
    })
    expect(dialogue.heard).not.toContain('signed')
    await rpc('evm_mine')
  })

  test('the balance that it will take is not sold again', async () => {
    const balance = await ask({ to: USDC.address, data: readBalance(USDC.address, addressOf('dev7')).data })
    await approve('dev7', 'USDC', 2n * balance)
    const most = { guards: { ...createSwapRequest({ id: '' }).guards, maxImpact: 900_000 as never } }
    await leavePending('dev7', (balance * 6n) / 10n, most)
    let stop: (() => void) | undefined
    const dialogue = hearing(({ what }) => {
      if (what === 'allowance-wait') stop ??= mineOnInterval()
    })
    try {
      const next = trader.swap(swapRequest('dev7', (balance * 6n) / 10n, most), dialogue)
      await expect(next).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED', details: { check: 'balance' } })
    } finally {
      stop?.()
    }
  })
})

describe('an approval that is pending', () => {
  test('is waited for: what it sets must not replace what the next swap relies on', async () => {
    await approve('dev8', 'USDC', 100n * usd)
    await rpc('evm_setAutomine', false)
    let stop: (() => void) | undefined
    try {
      const lowering = approve('dev8', 'USDC', 10n * usd, { lower: true, timeoutSeconds: 1 })
      await expect(lowering).rejects.toMatchObject({ code: 'PENDING', exit: 13 })
      const dialogue = hearing(({ what }) => {
        if (what === 'allowance-wait') stop ??= mineOnInterval()
      })
      const { intent } = await trader.swap(swapRequest('dev8', 50n * usd), dialogue)
      expect(stop).toBeDefined()
      expect(stepsOf(intent)).toEqual(['approve', 'swap'])
      expect(statusOf(intent)).toBe('confirmed')
      expect(await allowanceOf('dev8')).toBe(0n)
    } finally {
      stop?.()
    }
  })
})

test('a swap does not wait for another command longer than it has time, and signs nothing', async () => {
  const lock = createAllowanceLock({ directory: join(app.state, 'locks'), clock: systemClock })
  const dialogue = autoConfirm()
  const turn = {
    chainId: 31_337,
    account: addressOf('dev1'),
    token: USDC.address,
    timeoutMs: 10_000,
    onWait: () => undefined,
    createFailure: () => new Error('the lock is held'),
  }
  const swap = () => trader.swap(swapRequest('dev1', usd, { timeoutSeconds: 2 }), dialogue)
  await lock.withLock(turn, async () => {
    await expect(swap()).rejects.toMatchObject({
      code: 'ALLOWANCE_BUSY',
      exit: 5,
      message: 'Another command of this account was still busy with its USDC after 1 s.',
      fix: [
        'run the same command again, or give it more time: --timeout 5m',
        'to swap without waiting, first allow the sum of your swaps: swapline approve USDC <sum> -n sandbox',
      ],
    })
  })
  expect(dialogue.heard).toContain('allowance-wait')
  expect(dialogue.heard).not.toContain('signed')
})

test('a swap whose own approval another one used up approves again when it is resumed', async () => {
  const key = 'resumed'
  const dying: Dialogue = {
    ...autoConfirm(),
    tell(progress) {
      if (progress.what === 'quoted' && progress.again) throw new Error('the process died here')
    },
  }
  await expect(trader.swap(swapRequest('dev9', 100n * usd, { key }), dying)).rejects.toThrow('died')
  expect(await allowanceOf('dev9')).toBe(100n * usd)
  const other = await trader.swap(swapRequest('dev9', 100n * usd), autoConfirm())
  expect(stepsOf(other.intent)).toEqual(['swap'])
  const resumed = await trader.swap(swapRequest('dev9', 100n * usd, { key }), autoConfirm())
  expect(statusOf(resumed.intent)).toBe('confirmed')
  expect(await allowanceOf('dev9')).toBe(0n)
})

describe('lowering', () => {
  const read = async () => allowanceOf('dev0', USDT.address)

  test('an approval of less leaves a larger allowance, and --lower lowers it, with the reset that the token needs', async () => {
    await approve('dev0', 'USDT', 1n, { max: true })
    expect(await approve('dev0', 'USDT', 5n * usd)).toMatchObject({ plan: { action: 'none' } })
    const { plan, intent } = await approve('dev0', 'USDT', 5n * usd, { lower: true })
    expect(plan.action).toBe('reset+approve')
    expect(stepsOf(intent)).toEqual(['reset', 'approve'])
    expect(await read()).toBe(5n * usd)
  })

  test('--reset always resets what would be enough', async () => {
    const { intent } = await approve('dev0', 'USDT', 3n * usd, { reset: 'always' })
    expect(stepsOf(intent)).toEqual(['reset', 'approve'])
    expect(await read()).toBe(3n * usd)
  })

  test('an approval of 0 is a revocation', async () => {
    const { plan, intent, allowance } = await approve('dev0', 'USDT', 0n)
    expect([plan.action, stepsOf(intent), allowance]).toEqual(['revoke', ['revoke'], 0n])
    expect(intent?.stage).toBe('confirmed')
    expect(await approve('dev0', 'USDT', 0n)).toMatchObject({ plan: { action: 'none' } })
  })
})
