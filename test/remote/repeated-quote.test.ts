/**
 * A service, or a cache before it, answers a second swap with the quote of the first one, which was swapped. The second run signs
 * nothing for it, no approval either, and does not tell the first swap as its own.
 */
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from '../e2e/expect-refusal.ts'
import { type CliFixture, type RunningCommand, startCliFixture, type User } from '../e2e/fixture.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let fixture: CliFixture
let user: User
let server: RunningCommand
let between: LyingService
let url: string
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  server = await fixture.createUser().start(['serve', '--port', '0', '--auth-port', '0', '-o', 'jsonl'])
  const { stdout } = server.child
  if (stdout === null) throw new Error('the server says nothing')
  for await (const line of createInterface({ input: stdout })) {
    url = JSON.parse(line).data.url
    break
  }
  between = await startLyingService(() => url)
})
afterAll(async () => {
  await between.close()
  server.child.kill('SIGTERM')
  await server.ended
  await fixture.close()
})

test('a second swap of the same words is not told by the first one, and its own approval is named', async () => {
  const run = (...words: readonly string[]) => user.run([...words, '--service', between.url, '-o', 'json'])
  const kept = new Map<string, unknown>()
  between.answer((body, path) => {
    if (!kept.has(path)) kept.set(path, body)
    return path.startsWith('/aggregator/') ? kept.get(path) : body
  })
  const words = ['swap', '50', 'USDC', 'ETH', '-a', 'dev1', '-y']
  const first = parseData<{ swapId: string; tx: { hash: string } }>(await run(...words))
  expect(await fixture.countSentBy('dev1')).toBe(2)

  const { error } = JSON.parse((await run(...words)).stdout)
  const given = await user.run(['allowances', 'USDC', '-a', 'dev1', '-o', 'json'])
  const { allowances } = parseData<{ allowances: { allowance: { raw: string } }[] }>(given)
  expect.soft(error).toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH', sent: false })
  expect.soft(await fixture.countSentBy('dev1')).toBe(2) // nothing is approved for a used quote
  expect.soft(error.swapId).not.toBe(first.swapId)
  expect.soft(error.txHash).not.toBe(first.tx.hash)
  expect(error.leftover?.allowance ?? '0').toBe(allowances[0]?.allowance.raw)
})

/** Nothing of the second purchase was done, so it is not told as done. */
test('a second purchase of an exact output is not told as done by the first one', async () => {
  const run = (...words: readonly string[]) => user.run([...words, '--service', between.url, '-o', 'json'])
  const kept = new Map<string, unknown>()
  between.answer((body, path) => {
    if (!kept.has(path)) kept.set(path, body)
    return path.startsWith('/aggregator/') ? kept.get(path) : body
  })
  const words = ['swap', '5', 'ETH', 'USDC', '--exact-out', '--max-in', '0.01', '-a', 'dev2', '-y']
  parseData(await run(...words))
  expect(await fixture.countSentBy('dev2')).toBe(1)
  const { code, stdout } = await run(...words)
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'SERVICE_PAYLOAD_MISMATCH', sent: false } })
  expect(code).toBe(10)
  expect(await fixture.countSentBy('dev2')).toBe(1)
})
