/** The wait for the lock and the wait for what is under way share four fifths of the command's time. */
import { expect, test } from 'vitest'
import type { TradeContext } from '#app/context'
import { revokeAllowance } from '#app/trade/allowance/revoke'
import { word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { Intent } from '#domain/journal/swap'
import type { Signer } from '#domain/trade/accounts'
import { amount, blockNumber, evm, hex, seconds } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('sandbox')
const address = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const token = { network: network.name, address: address(7), symbol: 'TKN', decimals: 6, listed: true } as const
const [owner, spender] = [address(1), address(2)]

/** An approval of the same token and spender that no block takes. */
function createPending(): Intent {
  const payload = { from: owner, to: token.address, data: encodeApprove(spender, amount(9n)) }
  const conclusion = { stage: 'submitted', sent: 'yes', isFinal: false, depth: 0 }
  const tx = { step: 'approve', nonce: 5, payload, conclusion, versions: [{ kind: 'original', payload }] }
  return { id: 'another', transactions: [tx] } as unknown as Intent
}

/** Of a command with 60 seconds. @param seconds how long the lock is held by another, and how long an endpoint takes */
async function waitFor({ lock, reading }: { readonly lock: number; readonly reading: number }) {
  let elapsed = 0
  const limits: number[] = []
  const block = { number: blockNumber(50), hash: hex(`0x${'5'.repeat(64)}`), time: seconds(500) }
  const chain = {
    ...{ network, head: async () => block, nonceAt: async () => [{ endpoint: 'a', block, nonce: 5 }] },
    readWithBlock: async () => {
      elapsed += reading * 1_000
      return { block, ancestor: block, answers: [hex(`0x${word(250n)}`), hex(`0x${word(1_000n)}`)] }
    },
  }
  const context = {
    clock: { elapsed: () => elapsed, now: () => seconds(450), sleep: async () => undefined },
    journal: { listFromNonce: async () => [createPending()] },
    allowanceLock: {
      withLock: async ({ timeoutMs }: { readonly timeoutMs: number }, work: () => Promise<unknown>) => {
        limits.push(timeoutMs)
        elapsed += lock * 1_000
        return work()
      },
    },
  }
  const known = { token, spender, isOurs: true, allowance: amount(250n) }
  const input = {
    ...{ chain: chain as unknown as Chain, signer: { address: owner } as Signer, nativeUsd: undefined, known },
    ...{ limits: { confirmations: 1, timeoutSeconds: 60 }, onIntent: () => undefined },
  }
  const dialogue = { tell: () => undefined }
  const failure = await revokeAllowance(context as unknown as TradeContext, input, dialogue).catch((error) => error)
  expect(limits).toEqual([48_000])
  return failure
}

test.each([
  { lock: 0, reading: 48 },
  { lock: 40, reading: 8 },
  { lock: 47, reading: 1 },
])('what an approval under way may take is what the lock has left of 48 seconds: %o', async (one) => {
  expect(await waitFor(one)).toMatchObject({ code: 'ALLOWANCE_BUSY', details: { seconds: 48, pending: 'another' } })
})
