import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyMessage, verifyTypedData, Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { hex } from '#domain/units'
import { address, createKeystore, modeOf, privateKey, put, putOwn, setUp, unlock } from '#wallet/accounts-fixture'

const typed = {
  domain: { name: 'Exchange', chainId: 1 },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: '5' },
}

test('a removed account is kept under a hidden name; another program’s file is left alone', async () => {
  const own = setUp()
  const { accounts, directory, foreign } = own
  putOwn(own, 'mine')
  const text = readFileSync(join(directory, 'mine.json'), 'utf8')
  const kept = await accounts.remove('mine')
  expect(await accounts.list()).toEqual([])
  expect(readFileSync(kept, 'utf8')).toBe(text)
  expect(modeOf(kept)).toBe('600')
  expect(kept.startsWith(join(directory, '.removed-mine-'))).toBe(true)
  put(join(foreign, 'theirs'), createKeystore('geth'))
  await expect(accounts.remove('theirs')).rejects.toMatchObject({ code: 'USAGE' })
  await expect(accounts.remove('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
})

test('a changed password opens the same key, and the old one does not; ethers reads the file', async () => {
  const own = setUp()
  const { accounts, directory } = own
  putOwn(own, 'mine')
  const account = await accounts.find('mine')
  await expect(accounts.changePassword(account, '')).rejects.toMatchObject({ code: 'PASSWORD_EMPTY' })
  await accounts.changePassword(account, 'another')
  const text = readFileSync(account.path, 'utf8')
  expect((await Wallet.fromEncryptedJson(text, 'another')).privateKey).toBe(privateKey)
  const again = setUp({ foreignDirectories: [directory] })
  await expect(unlock(again.accounts, 'mine')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  expect(modeOf(account.path)).toBe('600')
  expect(readdirSync(directory).toSorted()).toEqual(['mine.json'])
})

test('the exported key is the one in the file', async () => {
  const own = setUp()
  putOwn(own, 'mine')
  expect(await own.accounts.exportKey(await own.accounts.find('mine'))).toBe(privateKey)
})

test('a watched address is listed and found, and has no key', async () => {
  const { accounts } = setUp()
  const watched = await accounts.addWatch('treasury', address)
  expect(watched).toMatchObject({ name: 'treasury', address, kind: 'watch' })
  expect(await accounts.find(address)).toEqual(watched)
  const signer = accounts.keySigner(watched)
  for (const attempt of [
    () => signer.unlock(),
    () => signer.signText('a'),
    () => signer.signTyped(typed),
    () => accounts.exportKey(watched),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'ACCOUNT_WATCH_ONLY', exit: 3 })
  await expect(accounts.addWatch('treasury', address)).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })
  await expect(accounts.create('treasury')).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })
})

test('a broken key file is listed with what is wrong, and is not used', async () => {
  const { accounts, directory, foreign } = setUp()
  await accounts.addWatch('first', address)
  put(join(directory, 'torn.json'), createKeystore('geth').slice(0, 100))
  put(join(foreign, 'notes.txt'), 'not a key')
  put(join(foreign, 'settings.json'), '{}')
  expect((await accounts.list()).map(({ name, kind, flaw }) => [name, kind, flaw])).toEqual([
    ['first', 'watch', undefined],
    ['torn', 'broken', 'it is not JSON'],
  ])
  await expect(accounts.find('torn')).rejects.toMatchObject({ code: 'KEYSTORE_UNREADABLE' })
})

test('messages are signed as ethers verifies them', async () => {
  const own = setUp()
  const { accounts } = own
  putOwn(own, 'mine')
  const signer = accounts.keySigner(await accounts.find('mine'))
  const text = await signer.signText('I am the owner ✔')
  expect(verifyMessage('I am the owner ✔', text).toLowerCase()).toBe(address)
  expect(await accounts.recover('I am the owner ✔', text)).toBe(address)
  expect(await accounts.recover('I am the owner', text)).not.toBe(address)
  expect(await accounts.recover('a', hex(`0x${'00'.repeat(65)}`))).toBeUndefined()

  const order = await signer.signTyped(typed)
  expect(verifyTypedData(typed.domain, typed.types, typed.message, order).toLowerCase()).toBe(address)
  expect(await accounts.recover(typed, order)).toBe(address)
  for (const wrong of [
    { ...typed, primaryType: 'Other' },
    { ...typed, message: { amount: 'five' } },
    { ...typed, types: {} },
  ])
    await expect(signer.signTyped(wrong)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})
