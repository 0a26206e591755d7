import { randomBytes, randomUUID } from 'node:crypto'
import type { SwapRecord } from '#domain/service/swap-record'
import { amount, hex, nativeToken, networkName, seconds } from '#domain/units'
import { account, now } from './samples.ts'

export const sandbox = networkName('sandbox')
export const randomHash = () => hex(`0x${randomBytes(32).toString('hex')}`)

export const createSwapRecord = (changes: Partial<SwapRecord> = {}): SwapRecord => ({
  id: randomUUID(),
  status: 'pending',
  substatus: 'submitted',
  quoteId: undefined,
  network: sandbox,
  chainId: 31_337,
  from: account,
  to: account,
  sell: nativeToken,
  buy: account,
  sellAmount: amount((1n << 127n) + 1n),
  quotedOut: undefined,
  minimumOut: amount(9n),
  amountOut: undefined,
  gasless: false,
  transactionHash: randomHash(),
  payloadHash: randomHash(),
  nonce: 7,
  deadline: seconds(now + 300),
  mined: undefined,
  reason: undefined,
  createdAt: now,
  updatedAt: now,
  timeline: [{ stage: 'submitted', at: now, block: undefined }],
  ...changes,
})
