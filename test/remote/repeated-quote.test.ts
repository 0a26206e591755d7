/**
 * A service, or a cache before it, answers a second `swap 50 USDC ETH` with the quote of the first one, which was swapped. The
 * second run signs and pays an approval for it, finds the quote used, and then tells the first swap as its own: «The swap was
 * SENT. Mined in block …», `sent: true`, the first one's `swapId` and hash, «never swap again». Nothing was swapped by it;
 * its own approval, which was mined, is not named, nor the 50 USDC that the router may still take.
 * Cause: src/cli/commands/swap.ts:54 (`setIntent(details.id)` for a used quote also where the words name a trade and no quote: the
 * run's own intent, with its approval, is dropped), and src/app/trade/swap-parts/quotes.ts:57 (`whileUsable` lets an approval be
 * signed for a used quote if it could be requested again).
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
  expect.soft(await fixture.countSentBy('dev1')).toBe(2) // nothing is approved for a used quote
  expect.soft(error.swapId).not.toBe(first.swapId)
  expect.soft(error.txHash).not.toBe(first.tx.hash)
  expect(error.leftover?.allowance ?? '0').toBe(allowances[0]?.allowance.raw)
})

/**
 * The same with an exact output: the second purchase ends with exit 0 and `ok: true`, and shows the first one's transaction as its
 * result. One was bought, two are told: a script books a second purchase that never was.
 * Cause: src/cli/request/swap-input.ts:187 (a trade of an exact output becomes `{ id }`), so that src/app/trade/swap-parts/run.ts
 * keys it by the quote's id, which the service chose, and resumes the first one.
 */
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
  expect.soft(JSON.parse(stdout).ok && (await fixture.countSentBy('dev2')) === 1).toBe(false)
  expect(code === 0 ? await fixture.countSentBy('dev2') : 2).toBe(2)
})
