/** Terms that are typed with a quote, which has its own, are refused: never passed over in silence. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectFailureJson, expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const quote = async (account: string): Promise<string> =>
  parseData<{ id: string }>(await user.run(['quote', '0.01', 'ETH', 'USDC', '-a', account, '-o', 'json'])).id

const friend = findDevAddress('dev2')

test.each([
  ['--to-address', friend],
  ['--recipient', friend],
  ['--slippage', '0.01%'],
  ['--from-address', friend],
  ['--gas-price', '3'],
  ['--max-hops', '1'],
  ['--max-hops', '4'],
  ['--max-splits', '20'],
  ['--max-legs', '24'],
  ['--optimize-for', 'net'],
  ['--affiliate-fee', '0'],
  ['--include', 'uniswap-v3'],
  ['--exact-out'],
  ['--to-network', 'base'],
])('%s with a quote: nothing is signed', async (flag, ...value) => {
  const id = await quote('dev1')
  const wanted = { code: 'USAGE', says: [flag, `swapline quote <amount> <sell> <buy> ${flag}`] } as const
  await expectRefusal(user, ['swap', id, '-a', 'dev1', '-y', flag, ...value], wanted)
  expect(await fixture.countSentBy('dev1')).toBe(0)
})

test('nor is another transaction written to a file', async () => {
  await quote('dev1')
  const out = join(user.state, 'swap.json')
  for (const words of [
    ['swap', 'last', '-a', 'dev1', '--build-only'],
    ['swap', 'last', '-a', 'dev1', '--sign-only', '-y'],
    ['tx', 'build', 'last', '-a', 'dev1'],
  ]) {
    const ran = await user.run([...words, '--out', out, '--to-address', friend, '--max-hops', '4', '-o', 'json'])
    expectFailureJson(ran, { code: 'USAGE', says: ['--to-address and --max-hops cannot change it'] })
  }
})

test.each(['auto', 'ask'])('--requote %s with --exact-out, whose amount to sell is found once', async (when) => {
  const says = ['by the one quote that finds what to sell', 'leave it out, or name what you sell']
  const words = ['swap', '1', 'ETH', 'USDC', '--exact-out', '-a', 'dev4', '-y', '--requote', when]
  await expectRefusal(user, words, { code: 'USAGE', says })
  expect(await fixture.countSentBy('dev4')).toBe(0)
})

test.each(['auto', 'ask'])('--requote %s with a quote, which is never asked for again', async (when) => {
  const says = ['A quote that is given is never requested again', 'swapline swap <amount> <sell> <buy> --requote']
  const words = ['swap', await quote('dev4'), '-a', 'dev4', '-y', '--requote', when]
  await expectRefusal(user, words, { code: 'USAGE', says })
  expect(await fixture.countSentBy('dev4')).toBe(0)
})

test('--max-bumps without what it limits', async () => {
  const says = ['--max-bumps limits --bump-after, which is missing', 'repeat with --bump-after 60s']
  for (const trade of [[await quote('dev5')], ['0.01', 'ETH', 'USDC']]) {
    const words = ['swap', ...trade, '-a', 'dev5', '-y', '--max-bumps', '3']
    await expectRefusal(user, words, { code: 'USAGE', says })
  }
  expect(await fixture.countSentBy('dev5')).toBe(0)
})

test('what says how to execute it is no term', async () => {
  const id = await quote('dev3')
  const more = ['--min-out', '1', '--max-slippage', '1%', '--deadline', '2m', '--allow-unlisted', '--requote', 'never']
  expect(await user.run(['swap', id, '-a', 'dev3', '-y', ...more])).toMatchObject({ code: 0 })
})
