import { parseTime } from '#domain/api/plain'
import type { Network } from '#domain/network'
import { type SwapRecord, swapStates, swapSubstates } from '#domain/service/swap-record'
import {
  type Amount,
  gas,
  type Hex,
  hex,
  type NetworkName,
  networkName,
  noBytes,
  type Seconds,
  seconds,
  wei,
} from '#domain/units'
import { addressAt, amountAt, type Body, bytesAt, countAt, parseBodies, parseBody, quoteIdAt, textAt } from './body.ts'

interface SwapResponseContext {
  readonly network: (name: NetworkName) => Network
  readonly receivedAt: Seconds
}

/**
 * Parses the service's record of a gasless swap: what it says, for a screen. What happened is on the chain.
 * @throws RangeError if the answer lacks something
 */
export function parseSwap(answer: unknown, { network, receivedAt }: SwapResponseContext): SwapRecord {
  const body = parseBody(answer, 'the swap')
  const name = networkName(textAt(body, 'network'))
  const createdAt = timeAt(body, 'createdAt', receivedAt)
  const times = { createdAt, updatedAt: timeAt(body, 'updatedAt', createdAt) }
  return {
    id: textAt(body, 'id'),
    status: wordAt(swapStates, body, 'status'),
    substatus: wordAt(swapSubstates, body, 'substatus'),
    quoteId: body['quoteId'] === null ? undefined : quoteIdAt(body, 'quoteId'),
    network: name,
    chainId: network(name).chainId,
    from: addressAt(body, 'fromAddress'),
    to: addressAt(body, 'toAddress'),
    sell: addressAt(body, 'fromTokenAddress'),
    buy: addressAt(body, 'toTokenAddress'),
    sellAmount: amountAt(body, 'sellAmount'),
    quotedOut: maybeAmountAt(body, 'amountOutExpected'),
    minimumOut: amountAt(body, 'amountOutMin'),
    amountOut: maybeAmountAt(body, 'amountOut'),
    gasless: body['gasless'] === true,
    relayed: true,
    transactionHash: hashAt(body, 'transactionHash'),
    payloadHash: noBytes,
    nonce: 0,
    deadline: seconds(0),
    mined: minedAt(body),
    reason: reasonAt(body),
    ...times,
    timeline: parseBodies(body['timeline'], 'timeline', 100).map((event) => ({
      stage: wordAt(swapSubstates, event, 'stage'),
      at: timeAt(event, 'at', createdAt),
      block: event['blockNumber'] === null ? undefined : countAt(event, 'blockNumber'),
    })),
  }
}

function wordAt<const T extends readonly string[]>(words: T, body: Body, name: string): T[number] {
  const found = words.find((word) => word === body[name])
  if (found === undefined) throw new RangeError(`${name} is not a known word`)
  return found
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined

const maybeAmountAt = (body: Body, name: string): Amount | undefined =>
  isAbsent(body[name]) ? undefined : amountAt(body, name)

function hashAt(body: Body, name: string): Hex | undefined {
  if (isAbsent(body[name])) return undefined
  const value = bytesAt(body, name, 32)
  if (value.length !== 66) throw new RangeError(`${name} is not a hash`)
  return hex(value)
}

const timeAt = (body: Body, name: string, otherwise: Seconds): Seconds =>
  isAbsent(body[name]) ? otherwise : parseTime(textAt(body, name))

function minedAt(body: Body): SwapRecord['mined'] {
  if (isAbsent(body['blockNumber'])) return undefined
  const [used, price] = [maybeAmountAt(body, 'gasUsed'), maybeAmountAt(body, 'effectiveGasPrice')]
  return {
    ...{ block: countAt(body, 'blockNumber'), blockHash: noBytes },
    ...(used === undefined ? {} : { gasUsed: gas(used) }),
    ...(used === undefined || price === undefined ? {} : { feePaid: wei(used * price) }),
  }
}

function reasonAt(body: Body): string | undefined {
  if (isAbsent(body['error'])) return undefined
  const message = parseBody(body['error'], 'error')['message']
  return typeof message === 'string' ? message.slice(0, 200) : undefined
}
