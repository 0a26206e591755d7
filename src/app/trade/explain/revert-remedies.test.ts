import { expect, test } from 'vitest'
import { revertClasses } from '#domain/failures/revert-reason'
import { amount, evm, hex, seconds } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { getRemedies, type RevertedSwapTerms } from './revert-remedies.ts'

const [usdc, dai, payer, pool] = ['11', '22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [
  never,
  never,
  never,
  never,
]
const token = { network: network.name, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6, listed: true }
const terms: RevertedSwapTerms = {
  payer,
  recipient: payer,
  sell: usdc,
  buy: dai,
  sellAmount: amount(2_500_000n),
  sellToken: token,
  buyToken: undefined,
  pools: [pool, pool],
  order: undefined,
}
const on = { network, hash: hex(`0x${'55'.repeat(32)}`), terms }

test('a token in no list is named by its address', () => {
  expect(getRemedies('minimum', on)[0]).toBe(`swapline swap 2.5 USDC ${dai} -n sandbox -a ${payer} --allow-unlisted`)
})

test('a symbol that another listed token has does not name it, and one that a shell would change is not printed', () => {
  const swapOf = (sellToken: RevertedSwapTerms['sellToken']) =>
    getRemedies('minimum', { ...on, terms: { ...terms, sellToken } })[0]
  expect(swapOf({ ...token, sharesSymbol: true })).toContain(`swap 2.5 USDC@${usdc} ${dai} `)
  for (const symbol of ['$SUP', 'A;B', '-a', 'A B', '`id`'])
    expect(swapOf({ ...token, symbol })).toContain(`swap 2.5 ${usdc} ${dai} `)
  expect(swapOf({ ...token, symbol: 'USD₮0' })).toContain(`swap 2.5 USD₮0 ${dai} `)
})

test('of a token in no list the units are named: its decimals may be answered otherwise the next time', () => {
  const sellToken = { ...token, listed: false, decimals: 5 }
  expect(getRemedies('allowance', { ...on, terms: { ...terms, sellToken } }).slice(0, 2)).toEqual([
    `swapline approve ${usdc} raw:2500000 -n sandbox -a ${payer} --allow-unlisted`,
    `swapline swap raw:2500000 ${usdc} ${dai} -n sandbox -a ${payer} --allow-unlisted`,
  ])
})

test('a transaction that was simulated without an account names none', () => {
  const simulated = { ...terms, payer: evm('0x000000000000000000000000000000000000dead') }
  expect(getRemedies('minimum', { ...on, terms: simulated })[0]).toBe(
    `swapline swap 2.5 USDC ${dai} -n sandbox --allow-unlisted`,
  )
})

test('which of several pools failed is not known', () => {
  expect(getRemedies('pool', on)[1]).toBe('leave the pool out with --exclude <pool> if it fails again')
})

test.each(revertClasses)('of an order, %s: no command that could sell the same a second time', (name) => {
  const remedies = getRemedies(name, { ...on, terms: { ...terms, order: seconds(1_900_000_000) } })
  expect(remedies[0]).toBe('look first whether another transaction filled the order: then nothing is left to do')
  expect(remedies.join(' ')).toMatch(name === 'router-auth' ? /signed again/ : /filled until 2030-03-17T17:46:40\.000Z/)
  expect(remedies.join(' ')).not.toContain('swapline swap')
})

test('of an order without an allowance: the approval is still the remedy', () => {
  const remedies = getRemedies('allowance', { ...on, terms: { ...terms, order: seconds(1_900_000_000) } })
  expect(remedies.slice(2)).toEqual([`swapline approve USDC 2.5 -n sandbox -a ${payer}`])
})

test.each(revertClasses)(
  'of a transaction that is no swap of ours, %s: something, and no command with a guess',
  (name) => {
    const remedies = getRemedies(name, { ...on, terms: undefined })
    expect(remedies.length).toBeGreaterThan(0)
    expect(remedies.filter((one) => /^swapline (?!.*<)/.test(one))).toEqual([])
  },
)
