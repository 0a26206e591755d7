/**
 * A quote whose order was signed: the same command, refused before it asks for the quote, does not deny the order, which
 * the journal knows by the quote.
 */
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, type RunningCommand, startCliFixture, type User } from '../e2e/fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let fixture: CliFixture
let user: User
let server: RunningCommand
let url: string
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  const relayer = ['--relayer', 'dev9', '--relay-cap', '1ETH/day']
  server = await fixture.createUser().start(['serve', '--port', '0', '--auth-port', '0', ...relayer, '-o', 'jsonl'])
  const { stdout } = server.child
  if (stdout === null) throw new Error('the server says nothing')
  for await (const line of createInterface({ input: stdout })) {
    url = JSON.parse(line).data.url
    break
  }
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await fixture.close()
})

test('swap of a gasless quote once more, refused early, after its order was filled', async () => {
  const run = (...words: readonly string[]) => user.run([...words, '--service', url])
  const asked = ['quote', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '-o', 'json']
  const { id } = parseData<{ id: string }>(await run(...asked))
  const swap = ['swap', id, '--gasless', '-y']
  const first = parseData<{ filled: boolean }>(await run(...swap, '-a', 'dev3', '-o', 'json'))
  expect(first).toMatchObject({ filled: true })

  for (const more of [
    ['-a', 'nobody'],
    ['-a', 'dev3', '--slippage', '2%'],
    ['-a', 'dev3', '--id', 'mine'],
  ]) {
    const screen = (await run(...swap, ...more)).stderr.replace(/\s+/g, ' ')
    expect.soft(screen, more.join(' ')).toContain('Whether anything was sent is unknown.')
    expect.soft(screen, more.join(' ')).toContain('An order was signed by this quote before; it can execute until ')
    const { error } = JSON.parse((await run(...swap, ...more, '-o', 'json')).stdout)
    expect.soft(error, more.join(' ')).toMatchObject({ sent: true })
  }
  const { error } = JSON.parse((await run('tx', 'cancel', id, '-o', 'json')).stdout)
  expect(error).toMatchObject({ code: 'NOT_REPLACEABLE', sent: true })
  const other = parseData<{ id: string }>(await run(...asked))
  const refused = JSON.parse((await run('swap', other.id, '--gasless', '-y', '-a', 'nobody', '-o', 'json')).stdout)
  expect(refused.error).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: false })
})
