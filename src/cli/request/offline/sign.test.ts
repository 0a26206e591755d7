/** An approval without limit is typed or allowed by its flag wherever it is signed, also from a file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { createDialogue } from '#cli/talk/dialogue'
import type { OfflineDialogue, UnsignedApproval } from '#domain/trade/offline'
import { amount, evm, gas, hex, networkName, seconds, wei } from '#domain/units'
import { writeSigned } from './sign.ts'

const account = evm(`0x${'a1'.repeat(20)}`)
const network = networkName('base')
const address = evm(`0x${'44'.repeat(20)}`)
const token = { network, address, symbol: 'USDC', decimals: 6, listed: true }

test('an approval without limit of a file is signed only once it was typed', async () => {
  const typed: string[] = []
  const prompts = {
    canAsk: false,
    confirm: async () => undefined, // --yes
    confirmTyped: async (_: string, text: string, flag: string) => void typed.push(`${text} or ${flag}`),
  }
  const fees = { type: 0, gasPrice: wei(1n) } as const
  const payload = {
    from: account,
    to: address,
    data: hex('0x'),
    value: wei(0n),
    chainId: 8453,
    gasLimit: gas(1n),
    fees,
  }
  const unsigned: UnsignedApproval = {
    ...{ step: 'approve', network, nonce: 7, payload, token, amount: amount((1n << 256n) - 1n) },
    ...{ budget: { maxPrice: wei(1n), maxCost: wei(1n), of: 'call' }, builtAt: seconds(1) },
  }
  const trader = {
    decodePayload: () => undefined,
    signUnsigned: async (one: UnsignedApproval, _: unknown, dialogue: OfflineDialogue) => {
      await dialogue.confirmRisks({ sell: token, buy: token, request: { from: account, to: account, network } })
      await dialogue.confirmSignature(one, { name: 'cold', address: account })
      return { unsigned: one, raw: hex('0x02'), hash: hex(`0x${'11'.repeat(32)}`) }
    },
  }
  const out = { note: () => undefined, printResult: () => undefined, startProgress: () => undefined }
  const context = { out, prompts, trader: async () => trader } as unknown as Context
  const directory = mkdtempSync(join(tmpdir(), 'swapline-sign-'))
  try {
    const sign = async (one: UnsignedApproval, max: boolean, name: string) => {
      const dialogue = createDialogue(context, { recipient: false, unlisted: false, max })
      await writeSigned(context, { unsigned: one, path: join(directory, name), maxGas: undefined }, dialogue)
    }
    await sign({ ...unsigned, amount: amount(5n) }, false, 'exact.json')
    await sign(unsigned, true, 'allowed.json')
    expect(typed).toEqual([])
    await sign(unsigned, false, 'unlimited.json')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  expect(typed).toEqual(['max or --allow-max'])
})
