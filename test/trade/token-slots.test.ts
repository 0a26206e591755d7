/** Where tokens keep balances, on contracts that differ in nothing else: bytecode by hand, run by anvil. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTokenSlot } from '#app/trade/simulation/find-token-slot'
import { createChain } from '#chain/create-chain'
import { addressWord, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { amount, evm, type Hex, hex } from '#domain/units'
import { keccak } from '#encoding/keccak'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'
import { guessAllowanceSlots, guessBalanceSlots } from '#encoding/tokens/storage-slots'
import { getNetworkEntry } from '#networks/find'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { clock, createMemory, protocols } from '../chain/setup.ts'

const token = evm('0x70c0000000000000000000000000000000000000')
const owner = evm('0x1111111111111111111111111111111111111111')
const router = evm('0x2222222222222222222222222222222222222222')
const wanted = amount(5_000_000n)

let anvil: RunningChain
let chain: Chain
beforeAll(async () => {
  anvil = await startChain({ router: false })
  const network = getNetworkEntry('sandbox')
  chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [anvil.url] })
})
afterAll(() => anvil.stop())

// mem[0] = first word, mem[0x20] = second word, stack = keccak256 of both
const key = '600435' // the first argument
const spender = '602435' // the second one
const store = (at: '00' | '20') => `60${at}52`
const hash = '6040600020'
const answer = '60005260206000f3'
const push = (n: number) => `60${n.toString(16).padStart(2, '0')}`

/** `balanceOf` of a mapping at `position`. */
const solidity = (position: number) => `${key}${store('00')}${push(position)}${store('20')}${hash}54`
const vyper = (position: number) => `${push(position)}${store('00')}${key}${store('20')}${hash}54`
const nested = (position: number) =>
  `${key}${store('00')}${push(position)}${store('20')}${hash}${store('20')}${spender}${store('00')}${hash}54`
const vyperNested = (position: number) =>
  `${push(position)}${store('00')}${key}${store('20')}${hash}${store('00')}${spender}${store('20')}${hash}54`

const use = (code: string) => anvil.rpc('anvil_setCode', token, `0x${code}${answer}`)
const slotOf = (first: string, second: string): Hex => keccak(hex(`0x${first}${second}`))

async function findBalance(actual = 0n) {
  const read = readBalance(token, owner)
  return findTokenSlot(chain, { read, actual, wanted, guesses: guessBalanceSlots(owner) })
}

async function findAllowance() {
  const read = readAllowance(token, owner, router)
  return findTokenSlot(chain, { read, actual: 0n, wanted, guesses: guessAllowanceSlots(owner, router) })
}

test.each([0, 2, 9, 51, 127])('a mapping of Solidity at %i', async (position) => {
  await use(solidity(position))
  expect(await findBalance()).toBe(slotOf(addressWord(owner), word(position)))
  await use(nested(position))
  expect(await findAllowance()).toBe(slotOf(addressWord(router), slotOf(addressWord(owner), word(position)).slice(2)))
})

test.each([1, 3, 70])('a mapping of Vyper at %i', async (position) => {
  await use(vyper(position))
  expect(await findBalance()).toBe(slotOf(word(position), addressWord(owner)))
  await use(vyperNested(position))
  expect(await findAllowance()).toBe(slotOf(slotOf(word(position), addressWord(owner)).slice(2), addressWord(router)))
})

test.each([
  ['a position that is not guessed', solidity(200)],
  ['a balance in the high half of its word', `${solidity(3)}60801c`],
  ['a balance that is computed: twice the word', `${solidity(3)}60011b`],
  ['one answer for everybody', push(7)],
  ['no answer', ''],
])('is not found: %s', async (_, code) => {
  await use(code)
  expect(await findBalance()).toBeUndefined()
})

test('a word that holds a flag besides the balance is left alone', async () => {
  // as FiatToken does: the highest bit blocks the account, the rest is the balance
  await use(`${solidity(9)}60011b60011c`)
  const slot = slotOf(addressWord(owner), word(9))
  expect(await findBalance()).toBe(slot)
  await anvil.rpc('anvil_setStorageAt', token, slot, `0x80${'00'.repeat(31)}`)
  expect(await findBalance()).toBeUndefined()
  await anvil.rpc('anvil_setStorageAt', token, slot, `0x${'00'.repeat(31)}07`)
  expect(await findBalance(7n)).toBe(slot)
  await anvil.rpc('anvil_setStorageAt', token, slot, `0x${'00'.repeat(32)}`)
})
