/** `revoke --all` takes back what it can read, and says of which tokens nobody told what may be taken. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { parseDocument } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { DAI } = sandboxGround.tokens
const router = getRouter({ router: 'cancun' }).address
/** A contract that answers nothing, as one that is paused. */
const silent = '0x60006000fd'

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

test('a token that does not answer is named: what it lets others take is not known', async () => {
  expect((await user.run(['approve', 'DAI', '5', '-a', 'dev1', '-y'])).code).toBe(0)
  const code = await fixture.chain.rpc<string>('eth_getCode', DAI.address, 'latest')
  await fixture.chain.rpc('anvil_setCode', DAI.address, silent)
  const [shown, ran, screen] = await Promise.all([
    user.run(['allowances', '-a', 'dev1', '-o', 'json']),
    user.run(['revoke', '--all', '-a', 'dev1', '-y', '-o', 'json']),
    user.run(['revoke', '--all', '-a', 'dev1', '-y']),
  ])
  await fixture.chain.rpc('anvil_setCode', DAI.address, code)
  const { to, data } = readAllowance(DAI.address, findDevAddress('dev1'), router)
  expect(BigInt(await fixture.chain.rpc<string>('eth_call', { to, data }, 'latest'))).toBe(5n * 10n ** 18n)

  const unread = { warnings: [{ code: 'TOKEN_UNREADABLE' }] }
  expect(parseDocument(shown)).toMatchObject(unread) // as the list says it
  expect(screen.stdout).not.toContain('There is nothing to take back')
  expect(parseDocument(ran)).toMatchObject(unread)
})
