/** What is read of many transactions at once decides which of them are looked at further: what is forged is not among them. */
import { expect, test } from 'vitest'
import { evm, hex } from '#domain/units'
import { fetchTransactions } from './transactions.ts'

const [proven, forged, untold, unknown] = ['aa', 'bb', 'cc', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
  never,
]
const from = evm(`0x${'11'.repeat(20)}`)

test('transactions that do not have their hash are left out, and the others say what proves them', async () => {
  const ask = async (calls: readonly { readonly params: readonly unknown[] }[]) =>
    calls.map(({ params: [hash] }) => {
      const fields = { hash, from, to: from, input: '0x', value: '0x0', nonce: '0x7', gas: '0x1' }
      return { result: hash === unknown ? null : fields }
    })
  const prove = async (fields: unknown) => {
    const { hash } = fields as { readonly hash: never }
    if (hash === untold) return undefined // a type of its own
    return { hash: hash === forged ? proven : hash, from }
  }
  const endpoint = { ask } as never
  const shown = await fetchTransactions({ endpoint, network: { chainId: 1 }, prove }, [proven, forged, untold, unknown])
  expect(shown.map(({ hash, isProven }) => [hash, isProven])).toEqual([
    [proven, true],
    [untold, false],
  ])
})
