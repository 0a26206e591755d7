import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { checksum } from './checksum.ts'

/** Bytes in use, without garbage. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('writes EIP-55 letters, from any letters; other texts stay', () => {
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  for (const text of [address, address.toLowerCase()]) expect(checksum(text)).toBe(address)
  expect(checksum('So11111111111111111111111111111111111111112')).toBe('So11111111111111111111111111111111111111112')
})

test('a service does not keep every address that its clients name', () => {
  const name = (i: number) => checksum(`0x${i.toString(16).padStart(40, '0')}`)
  for (let i = 0; i < 20_000; i++) name(i)
  const before = heapUsed()
  for (let i = 20_000; i < 70_000; i++) name(i)
  expect(heapUsed() - before).toBeLessThan(4_000_000)
})
