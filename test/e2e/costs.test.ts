/** Limits of gas costs, as the built program states and enforces them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { highGasRules } from '../trade/high-gas.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const lineOf = ({ stderr }: RunResult, name: string): string =>
  stderr.split('\n').find((line) => line.trimStart().startsWith(name)) ?? ''

test('a node that reports tips of 2,000,000 gwei gets neither a swap nor an approval', async () => {
  const proxy = await fixture.addProxy(highGasRules(2_000_000n))
  const sale = ['swap', '0.01', 'ETH', 'USDC', '-a', 'dev6', '-y']
  const runs = await Promise.all([
    user.run(sale, { rpc: proxy.url }),
    user.run([...sale, '--max-gas', '5000'], { rpc: proxy.url }),
    user.run(['approve', 'USDC', '100', '-a', 'dev6', '-y'], { rpc: proxy.url }),
  ])
  for (const { code, stdout, stderr } of runs) {
    expect({ code, stdout }).toEqual({ code: 10, stdout: '' })
    expect(stderr).toContain('GAS_ABOVE_LIMIT')
    expect(stderr).toMatch(/a unit, above the\s+limit of 500 gwei on\s+sandbox/)
    expect(stderr).toContain('Nothing was sent')
  }
  expect(proxy.posts.flat()).not.toContain('eth_sendRawTransaction')
  expect(await fixture.countSentBy('dev6')).toBe(0)
})

test('swap and approval state the maximum gas cost beforehand, in native and in dollars', async () => {
  const swapped = await user.run(['swap', '0.01', 'ETH', 'USDC', '-a', 'dev7', '-y'])
  expect(swapped.code).toBe(0)
  expect(lineOf(swapped, 'Gas')).toMatch(/^ {2}Gas {7}at most 0\.01 ETH ≈ \$2\d\.\d\d, all together$/)
  expect(lineOf(swapped, 'now about')).toMatch(/^ {12}now about 0\.000\d+ ETH ≈ \$\d\.\d\d$/)
  expect(lineOf(swapped, 'Router')).toMatch(/0x\w{4}…\w{4} \(ours\)$/)
  const approved = await user.run(['approve', 'USDC', '100', '-a', 'dev7', '-y'])
  expect(approved.code).toBe(0)
  expect(lineOf(approved, 'Gas')).toMatch(/at most 0\.\d+ ETH ≈ \$\d+\.\d\d, all together$/)
  expect(lineOf(approved, 'now about')).toMatch(/now about 0\.0000\d+ ETH ≈ \$0\.\d\d$/)
})
