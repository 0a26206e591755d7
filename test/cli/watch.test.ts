/** `quote --watch` and `status --watch` in a real terminal: redrawn in place, what changed is marked, nothing is stored. */
import { spawn } from '@lydell/node-pty'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { amount, nativeToken } from '#domain/units'
import { expectRefusal } from '../e2e/expect-refusal.ts'
import { type CliFixture, createEnvironment, findDevAddress, startCliFixture, type User } from '../e2e/fixture.ts'
import { pools, router, send, swapData, tokens } from '../e2e/revert-cases.ts'
import { bin } from './run-built.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(() => fixture.chain.rpc('evm_setAutomine', true))
afterAll(() => fixture.close())

/** What a terminal shows after these bytes: of its control sequences, those that the program uses. */
function screenOf(bytes: string): readonly string[] {
  const lines: string[] = ['']
  let [row, column] = [0, 0]
  const controls: Readonly<Record<string, (parameters: string) => void>> = {
    A: (count) => {
      row = Math.max(0, row - (Number(count) || 1))
    },
    G: (place) => {
      column = (Number(place) || 1) - 1
    },
    J: () => lines.splice(row, lines.length, (lines[row] ?? '').slice(0, column)),
    K: (which) => {
      lines[row] = (lines[row] ?? '').slice(0, which === '2' ? 0 : column)
    },
    h: () => undefined,
    l: () => undefined,
    m: () => undefined,
    '\r': () => {
      column = 0
    },
    '\n': () => {
      row += 1
    },
  }
  const parts = bytes.replaceAll('\u001b', '␛').matchAll(/␛\[([?0-9;]*)([A-Za-z])|[^␛]/gu)
  for (const [part, parameters = '', final = part] of parts) {
    const control = part.length > 1 || part < ' ' ? (controls[final] ?? expect.fail(`unknown: ${part}`)) : undefined
    control?.(parameters)
    if (control !== undefined) continue
    const line = (lines[row] ?? '').padEnd(column)
    lines[row] = line.slice(0, column) + part + line.slice(column + 1)
    column += 1
  }
  return Array.from(lines, (line = '') => line.trimEnd())
}

function watch(user: User, args: readonly string[]) {
  const terminal = spawn(process.execPath, [bin, '-n', 'sandbox', '--rpc-url', fixture.chain.url, ...args], {
    cols: 100,
    rows: 60,
    cwd: user.home,
    env: { ...createEnvironment(user.home, user.state), TERM: 'xterm-256color' },
  })
  let bytes = ''
  let ended = false
  terminal.onData((text) => {
    bytes += text
  })
  const exit = new Promise<number>((resolve) =>
    terminal.onExit(({ exitCode }) => {
      ended = true
      resolve(exitCode)
    }),
  )
  onTestFinished(() => {
    if (!ended) terminal.kill('SIGKILL')
  })
  const lines = () => screenOf(bytes)
  /** What was shown before each redraw, and what is shown: a busy machine may read several frames at once. */
  const frames = () => {
    const redraws = bytes.replaceAll('\u001b', '␛').matchAll(/␛\[\d*A/g)
    return [...Array.from(redraws, ({ index }) => bytes.slice(0, index)), bytes].map(screenOf)
  }
  return {
    exit,
    lines,
    type: (keys: string) => terminal.write(keys),
    shows: (pattern: RegExp) =>
      expect
        .poll(() => frames().some((frame) => frame.some((line) => pattern.test(line))), {
          timeout: 40_000,
          interval: 100,
        })
        .toBe(true),
    count: (pattern: RegExp) => lines().filter((line) => pattern.test(line)).length,
  }
}

test('quote --watch: one quote on the screen, the changed lines marked, none stored', async () => {
  const user = fixture.createUser()
  const run = watch(user, ['quote', '1', 'ETH', 'USDC', '--watch', '1s', '--include', 'uniswap-v2'])
  await run.shows(/^ {2}Buy +[\d.,]+ USDC/)
  expect(run.count(/^\*/)).toBe(0)
  const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(5n * 10n ** 18n) }
  const from = findDevAddress('dev1')
  await send(fixture.chain, { from, data: swapData(pools.wethUsdc, call), value: 5n * 10n ** 18n })
  await run.shows(/^\* Buy +[\d.,]+ USDC/)
  expect(run.count(/^. Sell +1 ETH/)).toBe(1)
  expect(run.count(/^. Buy /)).toBe(1)
  expect(run.count(/^ {2}\S/)).toBeGreaterThan(0) // not everything is marked
  run.type('\u0003')
  await run.exit
  await expectRefusal(user, ['distributions', 'last'], { code: 'QUOTE_NOT_FOUND' })
})

test('status --watch of a swap: from submitted to confirmed in the same place', async () => {
  const user = fixture.createUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  const sent = await user.run(['swap', '0.1', 'ETH', 'USDC', '-a', 'dev2', '-y', '--no-wait'])
  expect(sent.code, sent.stderr).toBe(0)
  const run = watch(user, ['status', 'last', '--watch'])
  await run.shows(/SUBMITTED/)
  await fixture.chain.rpc('evm_mine')
  expect(await run.exit).toBe(0)
  expect(run.count(/CONFIRMED +sandbox/)).toBe(1)
  expect(run.count(/SUBMITTED/)).toBe(0)
})

test('status --watch of a hash of another machine: the same', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 15n) }
  const sent = { from: findDevAddress('dev3'), to: router, data: swapData(pools.wethUsdc, call) }
  const hash = await fixture.chain.rpc<string>('eth_sendTransaction', {
    ...sent,
    value: '0x38d7ea4c68000',
    gas: '0xf4240',
  })
  const run = watch(fixture.createUser(), ['status', hash, '--watch'])
  await run.shows(/SUBMITTED +sandbox/)
  await fixture.chain.rpc('evm_mine')
  expect(await run.exit).toBe(0)
  expect(run.count(/CONFIRMED +sandbox/)).toBe(1)
  expect(run.count(/SUBMITTED/)).toBe(0)
  expect(run.count(/^. Hash /)).toBe(1)
})
