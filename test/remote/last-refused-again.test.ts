/** The newest quote of a service is told as that of this machine: `last` does not deny what was sent for it. */
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
  server = await fixture.createUser().start(['serve', '--port', '0', '--auth-port', '0', '-o', 'jsonl'])
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

test.each([
  { command: 'swap', account: 'dev1', sale: ['1', 'ETH', 'USDC'] },
  { command: 'approve', account: 'dev2', sale: ['50', 'USDC', 'ETH'] },
])(
  '$command of the newest quote of a service once more, refused while it waits',
  async ({ command, account, sale }) => {
    const run = (...words: readonly string[]) => user.run([...words, '--service', url, '-o', 'json'])
    const { id } = parseData<{ id: string }>(await run('quote', ...sale, '-a', account))
    await fixture.chain.rpc('evm_setAutomine', false)
    parseData(await run(command, 'last', '-a', account, '-y', '--no-wait'))
    const errorOf = async (word: string) => JSON.parse((await run(command, word, '-a', 'nobody', '-y')).stdout).error
    const [byId, byLast] = [await errorOf(id), await errorOf('last')]
    await fixture.chain.rpc('evm_mine')
    await fixture.chain.rpc('evm_setAutomine', true)
    expect(byId).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
    expect(byLast).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
  },
)
