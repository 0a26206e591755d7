/** KeyAccounts for a test in its own folders, and key files as other programs write them. */
import { createCipheriv, pbkdf2Sync, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeAddress, keccak256 } from 'ethers'
import { onTestFinished } from 'vitest'
import type { KeyAccounts, Secrets } from '#domain/trade/accounts'
import { evm } from '#domain/units'
import type { AccountsContext } from '#wallet/accounts-context'
import { createAccounts } from '#wallet/create-accounts'

export const password = 'canary-password-7f3e'
export const privateKey = `0x${'c0ffee42'.repeat(8)}`
export const address = evm(computeAddress(privateKey))
export interface AccountsFixture {
  readonly accounts: KeyAccounts
  readonly directory: string
  readonly foreign: string
  /** The passwords that were asked for. */
  readonly asked: string[]
}

export function setUp(change: Partial<AccountsContext> = {}, given = password): AccountsFixture {
  const root = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [directory, foreign] = [join(root, 'keys'), join(root, 'foundry')]
  mkdirSync(foreign)
  const asked: string[] = []
  const answer = (what: string) => async (account: string) => {
    asked.push(`${what} ${account}`)
    return given
  }
  const secrets: Secrets = { password: answer('password'), newPassword: answer('new') }
  const context = { directory, foreignDirectories: [foreign], secrets, randomBytes, uuid: randomUUID, ...change }
  return { accounts: createAccounts(context), directory, foreign, asked }
}

/** A keystore as other programs write it, made here with node's own primitives. */
export function createKeystore(
  shape: 'geth' | 'foundry' | 'pbkdf2',
  { key = privateKey, secret = password, says = address.slice(2) } = {},
): string {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const n = shape === 'geth' ? 4096 : 8192
  const derived =
    shape === 'pbkdf2'
      ? pbkdf2Sync(secret, salt, 10_240, 32, 'sha256')
      : scryptSync(secret, salt, 32, { N: n, r: 8, p: 1 })
  const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(Buffer.from(key.slice(2), 'hex'))
  const kdfparams = shape === 'pbkdf2' ? { c: 10_240, prf: 'hmac-sha256' } : { n, r: 8, p: 1 }
  return JSON.stringify({
    ...(shape === 'foundry' ? {} : { address: says }),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: shape === 'pbkdf2' ? 'pbkdf2' : 'scrypt',
      kdfparams: { dklen: 32, salt: salt.toString('hex'), ...kdfparams },
      mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
    },
    id: randomUUID(),
    version: 3,
  })
}

export const put = (path: string, text: string, mode = 0o600): void => writeFileSync(path, text, { mode })

/** A key file of ours that costs little to open: an imported one is as expensive as an attacker shall find it. */
export function putOwn({ directory }: AccountsFixture, name: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  put(join(directory, `${name}.json`), createKeystore('geth'))
}
export const unlock = async (accounts: KeyAccounts, name: string): Promise<void> =>
  accounts.keySigner(await accounts.find(name)).unlock()
export const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)
