/** `examples/swap-list.sh` by the built program on the sandbox: no line is ever swapped twice. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CliFixture, type RunResult, startCliFixture, type User } from '../e2e/fixture.ts'

const script = resolve('examples/swap-list.sh')

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
}, 120_000)
afterAll(() => fixture.close())
beforeEach(() => {
  user = fixture.createUser()
  putInPath('swapline', 'exec node "$BIN" "$@"')
})

function putInPath(name: string, code: string): void {
  mkdirSync(join(user.home, 'bin'), { recursive: true })
  writeFileSync(join(user.home, 'bin', name), `#!/bin/sh\n${code}\n`)
  chmodSync(join(user.home, 'bin', name), 0o755)
}

const write = (list: string): void => writeFileSync(join(user.home, 'list.txt'), list)

const runScript = (words: string): Promise<RunResult> =>
  user.shell(`cd ${user.home}; PATH="$PWD/bin:$PATH" ${script} ${words}`)

/** Of each account its own, so that nothing but the script sends from it. */
const swapList = (account: string, name = 'payroll', rpc = fixture.chain.url): Promise<RunResult> =>
  runScript(`${name} list.txt -n sandbox --rpc-url ${rpc} -a ${account}`)

const documentsOf = ({ stdout }: RunResult) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('swaps every line; run again, it only looks them up', async () => {
  write('# July\n\n1 ETH USDC\r\n  200   USDC DAI  # after its approval\n50% DAI ETH')
  const first = await swapList('dev1')
  expect(first.code, first.stderr).toBe(0)
  expect(documentsOf(first).map(({ data }) => [data.idempotencyKey, data.stage])).toEqual([
    ['payroll/3', 'confirmed'],
    ['payroll/4', 'confirmed'],
    ['payroll/5', 'confirmed'],
  ])
  expect(first.stderr.match(/ is done$/gm)).toHaveLength(3)
  // Three swaps, and an approval of each of the two tokens.
  expect(await fixture.countSentBy('dev1')).toBe(5)

  const again = await swapList('dev1')
  expect(again.code).toBe(0)
  expect(documentsOf(again).map(({ data }) => data.tx.hash)).toEqual(documentsOf(first).map(({ data }) => data.tx.hash))
  expect(await fixture.countSentBy('dev1')).toBe(5)
})

test('stops at the first line that fails; once that is fixed, continues from there', async () => {
  write('1 ETH USDC\n1 ETH NOSUCH\n2 ETH USDC\n')
  const first = await swapList('dev2')
  expect(first.code).toBe(6)
  expect(first.stderr).toContain('payroll/2: 1 ETH for NOSUCH ended with 6; nothing was sent')
  expect(documentsOf(first).map(({ ok }) => ok)).toEqual([true, false])
  expect(await fixture.countSentBy('dev2')).toBe(1)

  write('1 ETH USDC\n1 ETH DAI\n2 ETH USDC\n')
  expect((await swapList('dev2')).code).toBe(0)
  expect(await fixture.countSentBy('dev2')).toBe(3)
})

test('follows what may have been sent instead of sending it again', async () => {
  const proxy = await fixture.addProxy([{ method: 'eth_sendRawTransaction', fault: { kind: 'lose' } }])
  onTestFinished(() => void fixture.chain.rpc('evm_setAutomine', true))
  await fixture.chain.rpc('evm_setAutomine', false)
  write('1 ETH USDC\n')
  const first = await runScript(`payroll list.txt -n sandbox --rpc-url ${proxy.url} -a dev3 --timeout 5s`)
  expect([first.code, first.stderr]).toEqual([
    13,
    expect.stringContaining('payroll/1: 1 ETH for USDC ended with 13; it may'),
  ])

  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  const again = await swapList('dev3')
  expect(again.code, again.stderr).toBe(0)
  expect(await fixture.countSentBy('dev3')).toBe(1)
})

test('two runs at once send each line once', async () => {
  write('1 ETH USDC\n2 ETH USDC\n')
  const runs = await Promise.all([swapList('dev4'), swapList('dev4')])
  expect(await fixture.countSentBy('dev4')).toBeLessThanOrEqual(2)
  expect(runs.map(({ code }) => code)).toContain(0)
  expect((await swapList('dev4')).code).toBe(0)
  expect(await fixture.countSentBy('dev4')).toBe(2)
})

test('a line that was changed after its swap is refused', async () => {
  write('1 ETH USDC\n')
  expect((await swapList('dev5')).code).toBe(0)
  write('2 ETH USDC\n')
  const changed = await swapList('dev5')
  expect(changed.code).toBe(2)
  expect(documentsOf(changed)[0].error.code).toBe('KEY_TAKEN')
  // Under another name it is another list.
  expect((await swapList('dev5', 'august')).code).toBe(0)
  expect(await fixture.countSentBy('dev5')).toBe(2)
})

describe('before anything is swapped', () => {
  test.each([
    ['1 ETH\n', 'line 1 is not `amount sell buy`: 1 ETH'],
    ['1 ETH USDC\n\n1 ETH USDC DAI\n', 'line 3 is not'],
    ['1 ETH USDC\n--approve=max ETH USDC\n', 'line 2 is not'],
    ['1 ETH USDC\n1 -n USDC\n', 'line 2 is not'],
    ['1 ETH USDC\n-1 ETH USDC', 'line 2 is not'],
  ])('the list %j is refused', async (list, reason) => {
    write(list)
    const result = await swapList('dev6')
    expect([result.code, result.stdout, result.stderr]).toEqual([2, '', expect.stringContaining(reason)])
    expect(await fixture.countSentBy('dev6')).toBe(0)
  })

  test.each([
    ['', /usage: /],
    ['payroll', /usage: /],
    ["'pay roll' list.txt", /the name may have/],
    ['payroll absent.txt', /absent.txt is not a file/],
  ])('the words %j are refused', async (words, reason) => {
    write('1 ETH USDC\n')
    const result = await runScript(words)
    expect([result.code, result.stderr]).toEqual([2, expect.stringMatching(reason)])
  })
})

describe('by the exit code of the program', () => {
  /** A program that ends with these codes, one after another, and `sleep` that only takes note. */
  function endWith(codes: readonly number[]): void {
    putInPath('swapline', 'echo "$@" >> calls; code=$(head -n 1 codes); sed -i 1d codes; exit "$code"')
    putInPath('sleep', 'echo "$@" >> pauses')
    writeFileSync(join(user.home, 'codes'), codes.join('\n'))
    write('1 ETH USDC\n2 ETH USDC\n')
  }
  const readLines = (name: string) => readFileSync(join(user.home, name), 'utf8').trimEnd().split('\n')

  test('a network that does not answer is asked again, under the same id', async () => {
    endWith([5, 5, 0, 0])
    expect((await runScript('payroll list.txt')).code).toBe(0)
    expect(readLines('calls').map((call) => /--id (\S+)/.exec(call)?.[1])).toEqual([
      'payroll/1',
      'payroll/1',
      'payroll/1',
      'payroll/2',
    ])
    expect(readLines('pauses')).toEqual(['2', '5'])
  })

  test('four times at most', async () => {
    endWith([5, 5, 5, 5])
    const result = await runScript('payroll list.txt')
    expect([result.code, result.stderr]).toEqual([5, expect.stringContaining('ended with 5; nothing was sent')])
    expect(readLines('pauses')).toEqual(['2', '5', '10'])
  })

  test.each([
    ...[2, 3, 4, 6, 7, 9, 10, 11, 130, 143].map((code) => [code, 'nothing was sent'] as const),
    ...[8, 12, 14].map((code) => [code, 'this line is over'] as const),
    ...[1, 13, 74, 137].map((code) => [code, 'it may have been sent'] as const),
  ])('%i ends the list: %s', async (code, words) => {
    endWith([code])
    const result = await runScript('payroll list.txt')
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(`ended with ${code}; ${words}`)])
    expect(readLines('calls')).toHaveLength(1)
  })
})
