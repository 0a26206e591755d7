/** Names for recipients, and addresses that imitate them. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

// EIP-55 by another implementation
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alike = `0x7099${'0'.repeat(32)}79c8`
const errorOf = ({ stdout, code }: RunResult) => ({ code, error: JSON.parse(stdout).error?.code })

test('a contact is confirmed once, resolved, and always shown', async () => {
  const user = cli.createHostedUser()
  const add = ['contacts', 'add', 'alice', alice, '-o', 'json']
  expect(errorOf(await user.run(add))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  expect(errorOf(await user.run([...add, '-y']))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  const added = await user.run([...add, '--allow-recipient'])
  expect(JSON.parse(added.stdout).data).toMatchObject({ name: 'alice', address: alice })
  expect(statSync(join(user.state, 'address-book.json')).mode & 0o777).toBe(0o600)

  const swap = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev0', '-o', 'json']
  expect(errorOf(await user.run([...swap, '--to-address', findDevAddress('dev2')]))).toEqual({
    code: 10,
    error: 'CONFIRM_NEEDED',
  })
  const sent = await user.run([...swap, '--to-address', 'Alice', '--id', 'gift'])
  expect(sent.code, sent.stderr).toBe(0)
  expect(sent.stderr).toContain(`To        alice\n            ${alice}\n`)
  const { stdout } = await user.run(['history', '-o', 'json', '--limit', '1'], { network: false })
  expect(JSON.parse(stdout).data.entries[0].recipient).toBe(alice)
  const quoted = await user.run(['quote', '1', 'ETH', 'USDC', '--recipient', 'alice', '-a', 'dev0', '-o', 'json'])
  expect(JSON.parse(quoted.stdout).data.toAddress).toBe(alice)

  expect(errorOf(await user.run([...swap, '--to-address', 'alicf']))).toEqual({ code: 6, error: 'CONTACT_NOT_FOUND' })
  expect(errorOf(await user.run([...swap, '--to-address', '0x70997970c51812dc3A010C7d01b50e0d17dc79C8']))).toEqual({
    code: 2,
    error: 'BAD_CHECKSUM',
  })
  expect(
    errorOf(await user.run(['contacts', 'add', 'alice', findDevAddress('dev3'), '--allow-recipient', '-o', 'json'])),
  ).toEqual({ code: 2, error: 'USAGE' })
  const listed = await user.run(['contacts', 'list', '-o', 'csv'])
  expect(listed.stdout).toBe(`name,address\r\nalice,${alice}\r\n`)
  expect(await user.run(['contacts', 'remove', 'ALICE'])).toMatchObject({ code: 0 })
  expect(errorOf(await user.run(['contacts', 'remove', 'alice', '-o', 'json']))).toEqual({
    code: 6,
    error: 'CONTACT_NOT_FOUND',
  })
  // What was sent under the id is told, although its recipient has no name any more.
  expect(errorOf(await user.run([...swap, '--to-address', 'alice', '--id', 'gift']))).toEqual({
    code: 13,
    error: 'PENDING',
  })
}, 120_000)

test('an address that looks like a known one is warned of', async () => {
  const user = cli.createHostedUser()
  expect(await user.run(['contacts', 'add', 'alice', alice, '--allow-recipient'], { network: 'base' })).toMatchObject({
    code: 0,
  })
  const asked = await user.run(['contacts', 'add', 'alice2', alike], { network: 'base' })
  expect(asked.code).toBe(10)
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain(`LOOKS like alice, ${alice}`)
  const added = await user.run(['contacts', 'add', 'alice2', alike, '--allow-recipient', '-o', 'json'], {
    network: 'base',
  })
  expect(JSON.parse(added.stdout).warnings).toEqual([{ code: 'LOOK_ALIKE', message: expect.stringContaining(alice) }])
  expect(await user.run(['contacts', 'remove', 'alice2'])).toMatchObject({ code: 0 })
  const sent = await user.run(['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev0', '--to-address', alike])
  expect(sent.code).toBe(10)
  expect(sent.stderr.replace(/\s+/g, ' ')).toContain(`LOOKS like alice, ${alice}`)
})

test('16 processes add at once, and none is lost; a broken book stops what needs it', async () => {
  const user = cli.createUser()
  const names = Array.from({ length: 16 }, (_, i) => `friend${i}`)
  const runs = await Promise.all(
    names.map((name, i) =>
      user.run(['contacts', 'add', name, `0x${String(i).padStart(40, '7')}`, '--allow-recipient']),
    ),
  )
  expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0))
  const { stdout } = await user.run(['contacts', 'list', '-o', 'json'])
  const contacts: { name: string }[] = JSON.parse(stdout).data.contacts
  expect(contacts).toHaveLength(16)
  expect(new Set(contacts.map(({ name }) => name))).toEqual(new Set(names))

  const path = join(user.state, 'address-book.json')
  expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(1)
  writeFileSync(path, '{"version":1,"contacts":[{"name":"x"}],"tokens":[]}')
  expect(errorOf(await user.run(['contacts', 'list', '-o', 'json']))).toEqual({ code: 3, error: 'CONFIG_INVALID' })
})
