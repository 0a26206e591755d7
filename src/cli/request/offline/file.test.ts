import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { plainPaint } from '#cli/out/screen'
import { unsignedLines } from '#cli/screens/trade/offline'
import { unsignedView } from '#cli/views/trade/offline'
import type { UnsignedApproval } from '#domain/trade/offline'
import { amount, evm, gas, hex, networkName, seconds, wei } from '#domain/units'
import { readUnsigned, requireWritable, writeNamedFile, writeOfflineFile } from './file.ts'

const network = networkName('base')
const address = evm(`0x${'44'.repeat(20)}`)
const unsigned: UnsignedApproval = {
  ...{ step: 'approve', network, nonce: 7, amount: amount(5n), builtAt: seconds(1_800_000_000) },
  token: { network, address, symbol: 'USDC', name: 'USD Coin', decimals: 6, listed: true },
  payload: {
    ...{ from: evm(`0x${'a1'.repeat(20)}`), to: address, data: hex('0x'), value: wei(0n), chainId: 8453 },
    ...{ gasLimit: gas(50_000n), fees: { type: 0, gasPrice: wei(10n ** 9n) } },
  },
  budget: { maxPrice: wei(1n), maxCost: wei(2n), of: 'swap' },
}
const onRollup: UnsignedApproval = { ...unsigned, l1Fee: wei(40_000_000_000_000n), before: amount(3n) }

test('a file keeps the L1 fee and the allowance where it was built, and one without them is read as before', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'swapline-file-'))
  try {
    for (const one of [unsigned, onRollup]) {
      const path = join(directory, `${String(one.l1Fee)}.json`)
      writeOfflineFile(path, unsignedView(one))
      expect(await readUnsigned({} as Context, path)).toStrictEqual(one)
    }
    const written = JSON.parse(readFileSync(join(directory, '40000000000000.json'), 'utf8'))
    expect(written.l1Fee).toBe('40000000000000')
    expect(written.terms.before).toBe('3')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('the question shows what gas and the L1 fee may cost together', () => {
  const account = { name: 'cold', address: unsigned.payload.from }
  const gasOf = (one: UnsignedApproval) =>
    unsignedLines(one, { account, call: undefined }, { width: 80, paint: plainPaint }).find((line) => /Gas/.test(line))
  expect(gasOf(unsigned)).toMatch(/Gas +at most 0\.00005 ETH$/)
  expect(gasOf(onRollup)).toMatch(/Gas +at most 0\.00009 ETH with the L1 fee$/)
})

test('a file is tried before it is written, and nothing is left of that', () => {
  const directory = mkdtempSync(join(tmpdir(), 'swapline-file-'))
  try {
    requireWritable(join(directory, 'free.json'))
    expect(readdirSync(directory)).toEqual([])
    writeFileSync(join(directory, 'taken.json'), 'kept')
    expect(() => requireWritable(join(directory, 'taken.json'))).toThrow('cannot be written: it exists already.')
    expect(readFileSync(join(directory, 'taken.json'), 'utf8')).toBe('kept')
    expect(() => requireWritable(join(directory, 'absent', 'free.json'))).toThrow('cannot be written: ENOENT.')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('a file that is not named takes the next free name in this folder', () => {
  const [directory, before] = [mkdtempSync(join(tmpdir(), 'swapline-file-')), process.cwd()]
  process.chdir(directory)
  try {
    requireWritable(undefined)
    expect(readdirSync('.')).toEqual([])
    const naming = { transaction: unsigned, state: 'unsigned' } as const
    const names = [1, 2, 3].map((turn) => writeNamedFile(undefined, { turn }, naming))
    expect(names).toEqual([
      'approve-base-7.unsigned.json',
      'approve-base-7-2.unsigned.json',
      'approve-base-7-3.unsigned.json',
    ])
    expect(JSON.parse(readFileSync('approve-base-7.unsigned.json', 'utf8'))).toEqual({ turn: 1 })
    expect(() => writeNamedFile(names[0], {}, naming)).toThrow('it exists already')
  } finally {
    process.chdir(before)
    rmSync(directory, { recursive: true, force: true })
  }
})
