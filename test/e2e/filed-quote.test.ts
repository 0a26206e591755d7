/** A quote whose transaction went into a file, which may be sent from anywhere: swapped here again, it says so. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { expectFailureJson, parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let fixture: CliFixture
let elsewhere: User
beforeAll(async () => {
  fixture = await startCliFixture()
  elsewhere = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const json = ['-o', 'json'] as const
const quoteBy = async (user: User, account: string): Promise<string> =>
  parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', account, ...json])).id
const screenOf = async (user: User, ...words: readonly string[]): Promise<string> =>
  (await user.run(words)).stderr.replace(/\s+/g, ' ')

test('built here, signed and sent elsewhere', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev1')
  const again = ['swap', id, '-a', 'dev1', '-y'] as const
  await user.run(['swap', id, '-a', 'dev1']) // not confirmed: an intent of its own, for which nothing is signed
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['swap', id, '--build-only', '-a', 'dev1', '--out', unsigned, ...json]))
  parseData(await elsewhere.run(['tx', 'sign', unsigned, '--out', signed, '-y', ...json]))
  parseData(await elsewhere.run(['tx', 'send', signed, ...json]))
  expect(await fixture.countSentBy('dev1')).toBe(1)

  for (const words of [again, [...again, '--id', 'anew'], ['swap', id.slice(0, 8), '-a', 'dev1', '-y']]) {
    const screen = await screenOf(user, ...words)
    expect(screen).not.toContain('Nothing was sent')
    expect(screen).not.toContain('WAS sent')
    expect(screen).toContain('may have been signed and sent from anywhere')
    const error = expectFailureJson(await user.run([...words, ...json]), { code: 'QUOTE_CONSUMED', sent: true })
    expect(error.message).toMatch(
      /^Quote \S+ was used before, for a file with its transaction, made at \S+Z: it may have been signed and sent from anywhere until \S+Z\.$/,
    )
    expect(error.fix).toEqual([
      'swapline tx send <the signed file>     (the same bytes: sends them once, and follows them)',
      'swapline status <hash> -n sandbox     (by the hash in the signed file)',
      'swapline balances -n sandbox     (without that file: compare them before you swap again)',
      'swapline quote 1 ETH USDC -n sandbox     (only then: a swap of it sells once more)',
    ])
  }
  const status = (await user.run(['status', id])).stdout
  expect(status).not.toContain('Nothing was signed or sent')
  expect(status.replace(/\s+/g, ' ')).toContain('It may have been signed and sent from anywhere')
  // this machine knows as much as its own journal does, once the signed file is here
  parseData(await user.run(['tx', 'send', signed, ...json]))
  const known = expectFailureJson(await user.run([...again, ...json]), { code: 'PENDING', sent: true })
  expect(known.message).toContain('The swap was SENT.')
  const anew = [...again, '--id', 'anew'] as const
  expect(await screenOf(user, ...anew)).not.toContain('Nothing was sent')
  const named = expectFailureJson(await user.run([...anew, ...json]), { code: 'QUOTE_CONSUMED', sent: true })
  expect(named.message).toMatch(
    /^Quote \S+ was used before, for swap \S+ from a file, which WAS sent\. Mined in block \d+, final\.$/,
  )
  expect(named).toMatchObject({
    txHash: known.txHash,
    swapId: known.swapId,
    why: 'No swap was signed under --id anew.',
  })
  expect(await fixture.countSentBy('dev1')).toBe(1)
})

test('refused for another reason, or by another account, it still leaves open what became of the file', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev5')
  const out = join(user.home, 'unsigned.json')
  parseData(await user.run(['swap', id, '--build-only', '-a', 'dev5', '--out', out, ...json]))
  for (const [more, code] of [
    [['-a', 'nosuch'], 'ACCOUNT_NOT_FOUND'],
    [['-a', 'dev5', '--min-out', '1x'], 'INVALID_AMOUNT'],
  ] as const) {
    expect(await screenOf(user, 'swap', id, '-y', ...more)).toContain('Whether anything was sent is unknown.')
    expectFailureJson(await user.run(['swap', id, '-y', ...more, ...json]), { code, sent: true })
  }
})

test('not signed after all: no file is claimed', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev6')
  const out = join(user.home, 'signed.json')
  const declined = await screenOf(user, 'swap', id, '--sign-only', '-a', 'dev6', '--out', out)
  expect(declined).toContain('Nothing was sent.')
  const again = await screenOf(user, 'swap', id, '-a', 'dev6', '-y')
  expect(again).toContain('was used before; a quote can be used once. Whether anything was sent is unknown.')
})

test('signed here into a file, sent elsewhere', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev2')
  const signed = join(user.home, 'signed.json')
  parseData(await user.run(['swap', id, '--sign-only', '-a', 'dev2', '-y', '--out', signed, ...json]))
  parseData(await user.run(['status', id, ...json])) // no node has it: that proves nothing
  expect(await screenOf(user, 'swap', id, '-a', 'dev2', '-y', '--id', 'anew')).not.toContain('Nothing was sent')
  parseData(await elsewhere.run(['tx', 'send', signed, ...json]))
  for (const more of [[], ['--id', 'anew']]) {
    const words = ['swap', id, '-a', 'dev2', '-y', ...more]
    const screen = await screenOf(user, ...words)
    expect(screen).not.toContain('Nothing was sent')
    expect(screen).toContain('may have been')
    const { error } = JSON.parse((await user.run([...words, ...json])).stdout)
    expect(error.sent).toBe(true)
    expect(error.fix.join('\n')).not.toMatch(/^swapline quote .*USDC -n sandbox$/m)
    expect(error.fix.join('\n')).not.toContain('sends the same bytes again')
  }
  expect(await fixture.countSentBy('dev2')).toBe(1)
})

test('used up, and nothing here tells what for', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev3')
  const database = await openDatabase({ path: join(user.state, 'swapline.db') })
  expect(database.run('UPDATE quotes SET consumed_at = expires_at - 1')).toBe(1)
  database.close()
  const words = ['swap', id, '-a', 'dev3', '-y'] as const
  expect(await screenOf(user, ...words)).toContain('Whether anything was sent is unknown.')
  const error = expectFailureJson(await user.run([...words, ...json]), { code: 'QUOTE_CONSUMED', sent: true })
  expect(error.fix.at(-1)).toBe(
    'swapline quote 1 ETH USDC -n sandbox     (a swap of it sells once more, if that one was sent)',
  )
  const status = (await user.run(['status', id])).stdout.replace(/\s+/g, ' ')
  expect(status).toContain('swapline balances -n sandbox')
})

test('used up by a swap of this machine that was refused before it was signed', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev4')
  const words = ['swap', id, '-a', 'dev4', '-y'] as const
  await user.run(['swap', '0.1', 'ETH', 'USDC', '-a', 'dev4', '-y'])
  const refused = expectFailureJson(await user.run([...words, '--nonce', '0', ...json]), { code: 'NONCE_TAKEN' })
  expect(refused.sent).toBe(false)
  const error = expectFailureJson(await user.run([...words, ...json]), { code: 'QUOTE_CONSUMED', sent: false })
  expect(error.fix).toEqual([`swapline status ${id}     (its outcome)`, 'swapline quote 1 ETH USDC -n sandbox'])
  expect(await screenOf(user, ...words)).toContain('Nothing was sent.')
  expect(await fixture.countSentBy('dev4')).toBe(1)
})

test.each([
  ['cancel', 'dev7'],
  ['speedup', 'dev8'],
])('tx %s of a quote whose file was signed and sent elsewhere', async (action, account) => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, account)
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['tx', 'build', id, '-a', account, '--out', unsigned, ...json]))
  parseData(await elsewhere.run(['tx', 'sign', unsigned, '--out', signed, '-y', ...json]))
  parseData(await elsewhere.run(['tx', 'send', signed, ...json]))
  expect(await fixture.countSentBy(account)).toBe(1)
  expect(await screenOf(user, 'tx', action, id, '-y')).toMatch(
    /^✖ The swap \S+ has no transaction here: it is in a file\. Whether anything was sent is unknown\. /,
  )
  expectFailureJson(await user.run(['tx', action, id, '-y', ...json]), { code: 'USAGE', sent: true })
  await user.run(['swap', '1', 'ETH', 'USDC', '-a', account, '--id', 'declined'])
  const declined = expectFailureJson(await user.run(['tx', action, 'declined', '-y', ...json]), {
    code: 'USAGE',
    sent: false,
  })
  expect(declined.message).toMatch(/^The swap \S+ has no transaction\.$/)
})

test('built here, and the quote itself is not kept any more', async () => {
  const user = fixture.createHostedUser()
  const id = await quoteBy(user, 'dev9')
  const out = join(user.home, 'unsigned.json')
  parseData(await user.run(['swap', id, '--build-only', '-a', 'dev9', '--out', out, ...json]))
  const database = await openDatabase({ path: join(user.state, 'swapline.db') })
  expect(database.run('DELETE FROM quotes')).toBe(1)
  database.close()
  for (const words of [
    ['swap', id, '-a', 'dev9', '-y'],
    ['swap', id.slice(0, 8), '-a', 'dev9', '-y'],
    ['approve', id, '-a', 'dev9', '-y'],
  ]) {
    expect(await screenOf(user, ...words), words.join(' ')).not.toContain('Nothing was sent')
    const error = expectFailureJson(await user.run([...words, ...json]), { code: 'QUOTE_CONSUMED', sent: true })
    expect(error.message).toMatch(
      /^Quote \S{36} was used before, for a file with its transaction, made at \S+Z: it may have been signed and sent from anywhere until \S+Z\.$/,
    )
    expect(error.fix.at(-1)).toBe('swapline quote <amount> <sell> <buy>     (only then: a swap of it sells once more)')
  }
})

test.each([
  ['--sign-only', 'dev0'],
  ['--build-only', 'dev6'],
])('%s into a file that exists uses nothing up: another file is written', async (how, account) => {
  const user = fixture.createHostedUser()
  const [taken, free] = [join(user.home, 'taken.json'), join(user.home, 'free.json')]
  writeFileSync(taken, 'of another swap')
  const words = ['swap', await quoteBy(user, account), '-a', account, '-y', how, ...json]
  const refused = expectFailureJson(await user.run([...words, '--out', taken]), { code: 'USAGE', sent: false })
  expect(refused.fix).toEqual(['choose another file: --out <file>'])
  parseData(await user.run([...words, '--out', free]))
  expect(existsSync(free)).toBe(true)
  expect(readFileSync(taken, 'utf8')).toBe('of another swap')
})
