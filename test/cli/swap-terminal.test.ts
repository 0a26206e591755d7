/** A swap in a real terminal: the price first, then one screen and one question, and nothing sent before the answer. */
import { stripVTControlCharacters } from 'node:util'
import { spawn } from '@lydell/node-pty'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checksum } from '#text/checksum'
import { parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, createEnvironment, findDevAddress, startCliFixture, type User } from '../e2e/fixture.ts'
import { bin } from './run-built.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** The program in a terminal of so many columns; both of its streams are on the screen. */
function inTerminal(user: User, args: readonly string[], { columns = 80, env = {} } = {}) {
  const words = [bin, '-n', 'sandbox', '--rpc-url', fixture.chain.url, ...args]
  const terminal = spawn(process.execPath, words, {
    cols: columns,
    rows: 60,
    cwd: user.home,
    env: { ...createEnvironment(user.home, user.state), TERM: 'xterm-256color', ...env },
  })
  let seen = ''
  let ended = false
  terminal.onData((text) => {
    seen += text
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
  const raw = () => seen
  const shows = (text: string) => expect.poll(raw, { timeout: 30_000, interval: 50 }).toContain(text)
  return {
    exit,
    raw,
    text: () => stripVTControlCharacters(seen).replaceAll('\r', ''),
    type: (keys: string) => terminal.write(keys),
    shows,
    /** What is drawn while the user thinks. */
    async think(question: string): Promise<string> {
      await shows(question)
      await new Promise((resolve) => setTimeout(resolve, 300)) // the prompt draws itself
      const before = seen.length
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      return seen.slice(before)
    },
  }
}

const count = (text: string, part: string): number => text.split(part).length - 1
const args = (account: string) => ['swap', '100', 'USDC', 'DAI', '-a', account]
const question = 'Approve and swap 100 USDC for at least'

describe('a swap that needs an approval', () => {
  test('declined after the price was shown: nothing was sent, and the journal says declined', async () => {
    const user = fixture.createUser()
    const run = inTerminal(user, [...args('dev3'), '--id', 'no'])
    expect(await run.think(question)).toBe('')
    const text = run.text()
    const places = ['  Buy ', '  Route ', '  Network ', '  Account   dev3', 'Approve   exactly 100 USDC', question]
    const found = places.map((part) => text.indexOf(part))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
    expect(text).not.toMatch(/\n +Next /)
    expect(text).toContain(checksum(findDevAddress('dev3')))
    expect(await fixture.countSentBy('dev3')).toBe(0)

    run.type('n\r')
    expect(await run.exit).toBe(11)
    expect(run.text()).toContain('Declined. Nothing was sent.')
    expect(await fixture.countSentBy('dev3')).toBe(0)
    const swap = parseData<{ stage: string; approve?: unknown; tx?: unknown; requested?: unknown }>(
      await user.run(['status', 'no', '-o', 'json']),
    )
    expect([swap.stage, swap.approve, swap.tx]).toEqual(['declined', undefined, undefined])
    expect(swap.requested).toMatchObject({ amount: '100', side: 'sell', network: 'sandbox' })
    const shown = await user.run(['status', 'no'])
    expect([shown.code, shown.stderr]).toEqual([0, ''])
    expect(shown.stdout).toMatch(/^ {2}[0-9a-f]{8} {3}DECLINED {3}sandbox {3}100 USDC → DAI\n/)
    expect(shown.stdout).toContain('  Nothing was signed or sent for it.\n')
    // It has ended: nothing is waited for, and it is not confirmed.
    expect((await user.run(['status', 'no', '--watch'])).code).toBe(0)
    expect((await user.run(['status', 'no', '--watch', '--exit-status'])).code).toBe(16)
  }, 60_000)

  test('accepted: two transactions after one question, and no second one', async () => {
    const user = fixture.createUser()
    const run = inTerminal(user, [...args('dev4'), '--id', 'yes'])
    await run.shows(question)
    expect(await fixture.countSentBy('dev4')).toBe(0)
    run.type('y\r')
    expect(await run.exit).toBe(0)
    const text = run.text()
    expect(text).toMatch(/✔ Approval {10}mined in block [\s\S]*✔ Quoted again {6}[\s\S]*✔ Swap {14}mined in block /)
    expect(text).toContain('✔ Received ')
    expect(count(text, '? Approve and swap')).toBeGreaterThan(0)
    expect(text).not.toMatch(/\? (Swap|Send) /)
    expect(await fixture.countSentBy('dev4')).toBe(2)
    const swap = parseData<{ stage: string; approve: readonly unknown[] }>(
      await user.run(['status', 'yes', '-o', 'json']),
    )
    expect([swap.stage, swap.approve.length]).toEqual(['confirmed', 1])
  }, 60_000)

  test('an approval without limit is typed out before the screen of the rest', async () => {
    const run = inTerminal(fixture.createUser(), [...args('dev5'), '--approve', 'max'])
    await run.shows('until revoked')
    expect(run.text()).toContain('  Buy ')
    expect(run.text()).not.toContain('  Network ')
    run.type('max\r')
    await run.shows(question)
    expect(run.text()).toContain('Approve   unlimited USDC for the router')
    run.type('n\r')
    expect(await run.exit).toBe(11)
    expect(await fixture.countSentBy('dev5')).toBe(0)
  }, 60_000)

  test.each([50, 80])(
    'at %i columns no line is broken by the terminal',
    async (columns) => {
      const run = inTerminal(fixture.createUser(), args('dev6'), { columns })
      await run.shows('(y/N)')
      const text = run.text()
      const terms = text.slice(text.indexOf('  Network '), text.indexOf('? Approve'))
      expect(terms).toContain(checksum(findDevAddress('dev6')))
      for (const line of terms.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      run.type('n\r')
      await run.exit
    },
    60_000,
  )

  test('with --yes the same facts are on stderr, unless quiet', async () => {
    const user = fixture.createUser()
    const ran = await user.run([...args('dev7'), '-y'])
    expect(ran.code).toBe(0)
    for (const name of [
      'Network ',
      'Account ',
      'Router ',
      'Approve ',
      'You pay ',
      'You get ',
      'To ',
      'Gas ',
      'Deadline ',
      'Checked ',
    ])
      expect(ran.stderr).toContain(`\n  ${name}`.slice(name === 'Network ' ? 1 : 0))
    expect(ran.stderr).not.toContain('  Route ')
    const quiet = await user.run(['swap', '50', 'USDC', 'DAI', '-a', 'dev7', '-y', '-q', '-o', 'json'])
    expect([quiet.code, quiet.stderr]).toEqual([0, ''])
  }, 60_000)
})

describe('two accounts of which none is chosen', () => {
  const env = { SWAPLINE_PASSWORD: 'x' }
  let user: User
  let first: string
  beforeAll(async () => {
    user = fixture.createUser()
    const created = await user.run(['wallet', 'new', 'alpha', '-o', 'json'], { env })
    first = parseData<{ address: string }>(created).address
    await user.run(['wallet', 'new', 'beta'], { env })
    await fixture.chain.rpc('anvil_setBalance', first, '0x8ac7230489e80000')
  }, 60_000)

  test('a quote asks nothing', async () => {
    const run = inTerminal(user, ['quote', '1', 'ETH', 'USDC'])
    expect(await run.exit).toBe(0)
    expect(run.text()).not.toContain('Which account?')
    expect(run.text()).toContain('  Route ')
  }, 60_000)

  test('a quote of a share of what is held asks once, and no spinner draws under the question', async () => {
    const run = inTerminal(user, ['quote', '50%', 'ETH', 'USDC'])
    expect(await run.think('Which account?')).toBe('')
    expect(run.text()).toContain(`alpha  ${checksum(first as `0x${string}` as never)}`)
    run.type('\r')
    expect(await run.exit).toBe(0)
    expect(run.text()).toMatch(/Sell +4\.99\d+ ETH/)
  }, 60_000)

  test('a swap asks once', async () => {
    const run = inTerminal(user, ['swap', '1', 'ETH', 'USDC', '--id', 'one'], { env })
    expect(await run.think('Which account?')).toBe('')
    run.type('\r')
    await run.shows('Swap 1 ETH for at least')
    const choices = run.text().split('Which account?').at(-1) ?? ''
    expect(choices).not.toMatch(/❯/)
    expect(run.text()).toContain('  Account   alpha\n')
    run.type('y\r')
    expect(await run.exit).toBe(0)
    expect(run.text()).toContain('✔ Received ')
    expect(await fixture.chain.rpc('eth_getTransactionCount', first, 'latest')).toBe('0x1')
  }, 60_000)
})
