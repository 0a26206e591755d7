/**
 * A node that serves generated `Initialize` logs of a PoolManager as public endpoints do: few blocks and few logs at a
 * time, so many requests a second, and sometimes nothing. Everything follows from the numbers of blocks.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface CreationNodeOptions {
  readonly logs: number
  readonly blocks: number
  readonly maxBlocks: number
  readonly maxLogs: number
  readonly maxPerSecond: number
  /** One request in so many fails with status 503. */
  readonly failsOneIn: number
}

export interface CreationNode {
  readonly url: string
  readonly answers: Readonly<Record<'logs' | 'limited' | 'tooMany' | 'tooLong' | 'failed', number>>
  close(): Promise<void>
}

const initialize = '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438'
const word = (n: bigint | number) => BigInt(n).toString(16).padStart(64, '0')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const quantity = (n: number) => `0x${n.toString(16)}`

/** Tokens are few, so that pairs have many pools; hooks are of every kind. */
function createLog(address: string, i: number, block: number) {
  const seed = hashOf(`log ${i}`)
  const [a, b] = [Number.parseInt(seed.slice(0, 4), 16) % 5_000, Number.parseInt(seed.slice(4, 8), 16) % 5_000]
  const [low, high] = a < b ? [a, b] : [b, a + (a === b ? 1 : 0)]
  const hooks = Number.parseInt(seed[8] ?? '0', 16) < 12 ? 0n : BigInt(`0x${seed.slice(10, 50)}`)
  const fee = Number.parseInt(seed.slice(50, 54), 16)
  return {
    address,
    topics: [initialize, `0x${hashOf(`id ${i}`)}`, `0x${word(low)}`, `0x${word(high)}`],
    data: `0x${word(fee)}${word(60)}${word(hooks)}${word(1n << 96n)}${word(0)}`,
    blockNumber: quantity(block),
  }
}

interface LogFilter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly address: string
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export async function startCreationNode(options: CreationNodeOptions): Promise<CreationNode> {
  const { logs, blocks, maxBlocks, maxLogs, maxPerSecond, failsOneIn } = options
  const answers = { logs: 0, limited: 0, tooMany: 0, tooLong: 0, failed: 0 }
  /** The first log of a block: they are spread unevenly, as the square of the block's share. */
  const firstOf = (block: number) => Math.ceil(logs * (Math.min(block, blocks) / blocks) ** 2)
  const head = (block: number) => ({
    number: quantity(block),
    hash: `0x${hashOf(`block ${block}`)}`,
    parentHash: `0x${hashOf(`block ${block - 1}`)}`,
    timestamp: quantity(Math.floor(Date.now() / 1_000) - (blocks - block)),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x1',
  })

  function findLogs({ fromBlock, toBlock, address }: LogFilter) {
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    if (last - first + 1 > maxBlocks) {
      answers.tooLong += 1
      return { error: { code: -32_602, message: `block range is too large, max is ${maxBlocks}` } }
    }
    const [begin, end] = [firstOf(first), firstOf(last + 1)]
    if (end - begin > maxLogs) {
      answers.tooMany += 1
      return { error: { code: -32_005, message: `query returned more than ${maxLogs} results` } }
    }
    answers.logs += 1
    const found = []
    let block = first
    for (let i = begin; i < end; i++) {
      while (firstOf(block + 1) <= i) block += 1
      found.push(createLog(address, i, block))
    }
    return { result: found }
  }

  const methods: Readonly<Record<string, (first: unknown) => object>> = {
    eth_chainId: () => ({ result: quantity(8_453) }),
    eth_getBlockByNumber: (block) => ({ result: head(block === 'latest' ? blocks : Number(block)) }),
    eth_getLogs: (filter) => findLogs(filter as LogFilter),
    eth_getCode: () => ({ result: '0x60' }),
  }
  const answer = ({ id, method, params: [first] }: Call) => ({
    jsonrpc: '2.0',
    id,
    ...(methods[method]?.(first) ?? { error: { code: -32_601, message: 'method not found' } }),
  })

  const refuse = createRefusal({ maxPerSecond, failsOneIn })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const refusal = refuse()
    if (refusal !== undefined) {
      answers[refusal] += 1
      response.writeHead(refusal === 'limited' ? 429 : 503).end()
      return
    }
    const body: Call | readonly Call[] = JSON.parse(Buffer.concat(parts).toString('utf8'))
    const reply = Array.isArray(body) ? body.map((call: Call) => answer(call)) : answer(body as Call)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  return {
    url: `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`,
    answers,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** What becomes of the next request: too many within a second are limited, and every so many fail. */
function createRefusal({ maxPerSecond, failsOneIn }: Pick<CreationNodeOptions, 'maxPerSecond' | 'failsOneIn'>) {
  const times: number[] = []
  let posts = 0
  return (): 'limited' | 'failed' | undefined => {
    const now = performance.now()
    posts += 1
    while (times[0] !== undefined && now - times[0] > 1_000) times.shift()
    if (times.length >= maxPerSecond) return 'limited'
    if (posts % failsOneIn === 0) return 'failed'
    times.push(now)
    return undefined
  }
}
