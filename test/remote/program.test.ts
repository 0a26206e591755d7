/** The built program against the built server: every named command with `--service`, and where a key may appear. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFailureJson, parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, type RunningCommand, readAllBytes, startCliFixture, type User } from '../e2e/fixture.ts'

interface Serving {
  readonly url: string
  readonly authUrl: string
}

let fixture: CliFixture
let host: User
let user: User
let server: RunningCommand
let serving: Serving
let key: string

beforeAll(async () => {
  fixture = await startCliFixture()
  host = fixture.createHostedUser()
  user = fixture.createHostedUser()
  key = parseData<{ text: string }>(await host.run(['serve', 'keys', 'add', 'bot', '-o', 'json'])).text
  server = await host.start(['serve', '--port', '0', '--auth-port', '0', '-o', 'jsonl'])
  const { stdout } = server.child
  if (stdout === null) throw new Error('the server says nothing')
  for await (const line of createInterface({ input: stdout })) {
    serving = JSON.parse(line).data
    break
  }
}, 180_000)
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await fixture.close()
})

const at = (url: string, ...args: readonly string[]) => [...args, '--service', url, '-o', 'json']

test('quote, distributions, approve, swap, status and networks', async () => {
  const { url } = serving
  const quoted = parseData<{ id: string }>(await user.run(at(url, 'quote', '100', 'USDC', 'ETH', '-a', 'dev0')))
  const route = parseData<{ legs: unknown[] }>(await user.run(at(url, 'distributions', quoted.id)))
  expect(route.legs.length).toBeGreaterThan(0)
  const approved = parseData<{ action: string; after: string }>(
    await user.run(at(url, 'approve', quoted.id, '-a', 'dev0', '-y')),
  )
  expect(approved).toMatchObject({ action: 'approve', after: '100000000' })
  const swapped = parseData<{ swapId: string; stage: string }>(
    await user.run(at(url, 'swap', quoted.id, '-a', 'dev0', '-y')),
  )
  expect(swapped.stage).toBe('confirmed')
  expect(parseData<{ stage: string }>(await user.run(at(url, 'status', swapped.swapId))).stage).toBe('confirmed')
  const { networks } = parseData<{ networks: { name: string; status: string }[] }>(await user.run(at(url, 'networks')))
  expect(networks.find(({ name }) => name === 'sandbox')?.status).toBe('ready')

  const again = await user.run(at(url, 'swap', quoted.id, '-a', 'dev0', '-y', '--id', 'another'))
  expect(expectFailureJson(again, { code: 'QUOTE_CONSUMED', sent: true })).toBeDefined()
})

test('a service of the same user, over the same store: its quote is used, once', async () => {
  const { url } = serving
  const swap = (...args: readonly string[]) => host.run(at(url, 'swap', ...args, '-a', 'dev3', '-y'))
  const quoted = parseData<{ id: string }>(await host.run(at(url, 'quote', '0.01', 'ETH', 'USDC', '-a', 'dev3')))
  expect(parseData<{ stage: string }>(await swap(quoted.id)).stage).toBe('confirmed')
  expect(
    expectFailureJson(await swap(quoted.id, '--id', 'another'), { code: 'QUOTE_CONSUMED', sent: true }),
  ).toBeDefined()
  expect(parseData<{ stage: string }>(await swap('0.01', 'ETH', 'USDC')).stage).toBe('confirmed')
  expect(await fixture.countSentBy('dev3')).toBe(2)
})

test('a dry run, an exact output below a limit, an approval by signature', async () => {
  const { url } = serving
  const swap = (...args: readonly string[]) => user.run(at(url, 'swap', ...args, '-a', 'dev0', '-y'))
  const tried = await swap('0.01', 'ETH', 'USDC', '--dry-run')
  expect(parseData<{ stage: string }>(tried).stage).toBe('simulated')
  expect(tried.stdout).toContain('QUOTE_USED')

  const buying = ['5', 'ETH', 'USDC', '--exact-out']
  expect(expectFailureJson(await swap(...buying), { code: 'SERVICE_CANNOT' })).toBeDefined()
  expect(expectFailureJson(await swap(...buying, '--max-in', '0.0001'), { code: 'ABOVE_MAX_IN' })).toBeDefined()
  expect(parseData<{ stage: string }>(await swap(...buying, '--max-in', '0.01')).stage).toBe('confirmed')

  const signed = parseData<{ stage: string }>(await swap('3', 'USDC', 'ETH', '--approve', 'permit'))
  expect(signed.stage).toBe('confirmed')
})

test('a key comes from the environment or a private file, and appears nowhere', async () => {
  const quote = at(serving.authUrl, 'quote', '0.01', 'ETH', 'USDC', '-vv')
  const file = join(user.home, 'key')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  const runs = [
    await user.run(quote, { env: { SWAPLINE_API_KEY: key } }),
    await user.run([...quote, '--api-key-file', file]),
    await user.run(quote, { env: { SWAPLINE_API_KEY: `${key.slice(0, -3)}AAA` } }),
    await user.run(quote),
  ]
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 4, 4])
  chmodSync(file, 0o644)
  expectFailureJson(await user.run([...quote, '--api-key-file', file]), { code: 'UNSAFE_MODE' })

  const secret = key.slice(-43)
  for (const { stdout, stderr } of runs) expect(`${stdout}${stderr}`).not.toContain(secret.slice(0, 20))
  expect(readAllBytes(user.state)).not.toContain(secret)
  expect(readAllBytes(host.home)).not.toContain(secret)
})

test('a key is stored where --db says, and nowhere else', async () => {
  const place = join(user.home, 'elsewhere', 'keys.db')
  const keys = async (...args: readonly string[]) =>
    parseData<{ keys: { name: string }[] }>(await user.run(['serve', 'keys', 'list', '-o', 'json', ...args])).keys
  parseData(await user.run(['serve', 'keys', 'add', 'alice', '--db', place, '-o', 'json']))
  expect((await keys('--db', place)).map(({ name }) => name)).toEqual(['alice'])
  expect(await keys()).toEqual([])
})
