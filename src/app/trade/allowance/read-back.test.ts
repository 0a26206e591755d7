/** What an approval that was mined left: only a state on the branch that has its block tells. */
import { expect, test } from 'vitest'
import type { TradeContext } from '#app/context'
import { executeApproval } from '#app/trade/allowance/approve'
import { word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { Intent } from '#domain/journal/swap'
import type { Signer } from '#domain/trade/accounts'
import { amount, blockNumber, evm, gas, type Hex, hex, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('sandbox')
const address = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const hash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const token = { network: network.name, address: address(7), symbol: 'TKN', decimals: 6, listed: true } as const
const [owner, router] = [address(1), address(2)]

interface View {
  readonly head: number
  /** Of its block 50, in which the approval was mined by the hash 500; none if absent. */
  readonly fiftieth?: number
  readonly allowance: bigint
}

const toRead = ({ head, fiftieth, allowance }: View) => ({
  block: { number: blockNumber(head), hash: hash(head), time: seconds(1) },
  answers: [hex(`0x${word(allowance)}`), hex(`0x${word(1_000n)}`)] as readonly Hex[],
  ...(fiftieth === undefined ? {} : { ancestor: { number: blockNumber(50), hash: hash(fiftieth), time: seconds(1) } }),
})

/** @param used what the endpoint in use shows, one reading after the other, the last one for good */
async function readBack(used: readonly View[], all: readonly View[], needed = 100n) {
  const [asked, left]: [(number | undefined)[], View[]] = [[], [...used]]
  const chain = {
    network,
    readWithBlock: async (_: unknown, at?: number) => {
      asked.push(at)
      return toRead((left.length > 1 ? left.shift() : left[0]) as View)
    },
    allReadsWithBlock: async (_: unknown, at?: number) => {
      asked.push(at)
      return all.map(toRead)
    },
  }
  const mined = { block: 50, blockHash: hash(500), gasUsed: gas(1n), feePaid: wei(1n) }
  const intent = { id: 'one', transactions: [{ step: 'approve', mined }] } as unknown as Intent
  const plan = {
    ...({ action: 'none', token, spender: router, router: 'ours' } as const),
    ...{ before: amount(0n), needed: amount(needed), after: amount(needed) },
  }
  const context = {
    clock: { sleep: async () => undefined },
    journal: { findByKey: async () => undefined },
  }
  const input = {
    ...{ chain: chain as unknown as Chain, intent, plan, signer: { address: owner } as Signer },
    ...{ patience: { confirmations: 1, timeoutSeconds: 60 }, gas: {} as never },
  }
  const { allowance } = await executeApproval(context as unknown as TradeContext, input, { tell: () => undefined })
  expect(new Set(asked)).toEqual(new Set([50]))
  return allowance
}

test('a state on the branch of the approval tells, whatever its height', async () => {
  expect(await readBack([{ head: 50, fiftieth: 500, allowance: 100n }], [])).toBe(100n)
  expect(await readBack([{ head: 60, fiftieth: 500, allowance: 130n }], [])).toBe(130n)
})

test('one that is higher, on another branch, tells nothing: it is read again', async () => {
  const other = { head: 61, fiftieth: 501, allowance: 900n }
  expect(await readBack([other, other, { head: 60, fiftieth: 500, allowance: 100n }], [])).toBe(100n)
})

test('nor do others on another branch count, once the one in use stays on it', async () => {
  const other = { head: 61, fiftieth: 501, allowance: 900n }
  const behind = { head: 49, allowance: 900n }
  expect(await readBack([other], [other, behind, { head: 60, fiftieth: 500, allowance: 100n }])).toBe(100n)
})

test('where no endpoint has the branch of the approval, the allowance is unknown', async () => {
  const other = { head: 61, fiftieth: 501, allowance: 900n }
  await expect(readBack([other], [other, { ...other, allowance: 100n }])).rejects.toMatchObject({
    code: 'NETWORK_UNAVAILABLE',
    message: expect.stringContaining('the allowance is unknown'),
    context: { sent: true },
  })
})
