/** The relay of a pair of sandboxes: signs for burns as Circle's service does, and completes them on the other chain. */
import { createServer, type Server } from 'node:http'
import { decodeBurnMessage } from '#bridges/cctp/message'
import type { CctpNetwork } from '#bridges/cctp/networks'
import { callData, uintAt } from '#domain/calls/words'
import type { Clock } from '#domain/clock'
import type { PairRelay } from '#domain/sandbox'
import { evm, type Hex, hex } from '#domain/units'
import { getCctpBridge } from '#encoding/contracts/crossing'
import { encodeCompletionCall, filledIn, messageTransmitter } from '#encoding/crossing/completion'
import { readMark } from '#sandbox/anvil/genesis'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { attestBurn, type SignAttestation } from './attest.ts'
import { sendAs } from './place.ts'

export interface RelaySide {
  readonly url: string
  /** The chain's, see `readMark`: the relay ends with the chain. */
  readonly mark: Hex
  readonly network: CctpNetwork
}

export interface RelayOptions {
  /** What it answers to any JSON-RPC call, so that others know the relay by it. */
  readonly token: string
  readonly relay: PairRelay
  readonly sides: readonly RelaySide[]
}

interface RelayDelay {
  readonly attest: number
  /** `undefined`: it completes nothing. */
  readonly complete: number | undefined
}

/** Seconds after the burn, by the relay's clock or by the source chain's, whichever is sooner. */
const relayDelays: Readonly<Record<PairRelay, RelayDelay>> = {
  auto: { attest: 0, complete: 0 },
  slow: { attest: 10, complete: 60 },
  off: { attest: 0, complete: undefined },
}

interface RelayContext {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
  readonly sign: SignAttestation
}

/** Of the relay's own; its key does not exist, anvil can send from it. */
const sender = evm('0x00000000000000000000434354502072656c6179')
/** keccak-256 of MessageSent(bytes) */
const sentTopic = '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036'
/** usedNonces(bytes32) */
const usedNoncesSelector = '0xfeb61724'
const lookMs = 200

interface Side extends RelaySide {
  readonly rpc: Rpc
  /** The block up to which burns are known. */
  seen: number
}

interface Burn {
  readonly from: Side
  readonly sent: Hex
  readonly transaction: Hex
  /** The block's time, and the clock's when it was seen. */
  readonly at: number
  readonly seenAt: number
}

export interface ListeningRelay {
  readonly port: number
  /** Resolves once one of the chains is gone. */
  readonly ended: Promise<void>
}

/** Runs until one of the chains is gone. Listens on the loopback address. */
export async function startPairRelay(context: RelayContext, options: RelayOptions): Promise<ListeningRelay> {
  const sides = options.sides.map((side): Side => ({ ...side, rpc: createRpc(side.url), seen: -1 }))
  const delay = relayDelays[options.relay]
  const [burns, open]: [Burn[], Burn[]] = [[], []]
  const lookOnce = async () => {
    for (const side of sides) {
      const found = await findBurns(side, context.clock.elapsed()).catch(() => [])
      burns.push(...found)
      open.push(...found)
    }
  }
  let looking = Promise.resolve()
  const look = (): Promise<void> => {
    looking = looking.then(lookOnce) // one after the other, so that none is found twice
    return looking
  }
  const isDue = async ({ from, at, seenAt }: Burn, seconds: number): Promise<boolean> =>
    context.clock.elapsed() - seenAt >= seconds * 1000 || (await readHead(from.rpc)).time - at >= seconds

  async function answer(path: string): Promise<unknown> {
    if (path === '/') return { result: { token: options.token } }
    if (/^\/v2\/burn\/USDC\/fees\/\d+\/\d+$/.test(path)) return fees
    const [, domain, hash] = /^\/v2\/messages\/(\d+)\?transactionHash=(0x[0-9a-f]{64})$/.exec(path) ?? []
    await look()
    const asked = burns.filter((one) => one.transaction === hash && one.from.network.domain === Number(domain))
    const due = await Promise.all(asked.map(async (one) => ((await isDue(one, delay.attest)) ? [one.sent] : [])))
    const messages = await Promise.all(due.flat().map((sent) => attestBurn(sent, context.sign)))
    return messages.length === 0 ? undefined : { messages }
  }

  async function run(): Promise<void> {
    while (!(await Promise.all(sides.map(isGone))).includes(true)) {
      await look()
      for (const burn of delay.complete === undefined ? [] : [...open]) {
        if (!(await isDue(burn, delay.complete ?? 0).catch(() => false))) continue
        open.splice(open.indexOf(burn), 1)
        await complete(burn, sides, context.sign).catch(() => undefined) // its owner still can
      }
      await context.clock.sleep(lookMs)
    }
  }

  const server = serve(answer)
  const port = await listen(server)
  const ended = run().finally(() => server.close())
  return { port, ended }
}

/** As Circle's were when this was written: a basis point for a fast attestation. */
const fees = [
  { finalityThreshold: 1000, minimumFee: 1 },
  { finalityThreshold: 2000, minimumFee: 0 },
]

/** True if nothing listens there any more, or another chain does. A chain that is slow to answer is not gone. */
async function isGone({ rpc, mark }: Side): Promise<boolean> {
  const found = await readMark(rpc)
  if (found !== undefined) return found !== mark
  return rpc('eth_chainId').then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED',
  )
}

async function readHead(rpc: Rpc): Promise<{ readonly number: number; readonly time: number }> {
  const { number, timestamp } = await rpc<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
  return { number: Number(number), time: Number(timestamp) }
}

/** The burns of the blocks since the last look, and those of the whole chain at the first. */
async function findBurns(side: Side, now: number): Promise<readonly Burn[]> {
  const head = await readHead(side.rpc)
  if (head.number <= side.seen) return []
  const range = { fromBlock: `0x${(side.seen + 1).toString(16)}`, toBlock: `0x${head.number.toString(16)}` }
  const filter = { address: messageTransmitter, topics: [sentTopic], ...range }
  const logs = await side.rpc<{ data: Hex; transactionHash: Hex; blockNumber: Hex }[]>('eth_getLogs', filter)
  const found = await Promise.all(
    logs.map(async ({ data, transactionHash, blockNumber }): Promise<Burn> => {
      const block = await side.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', blockNumber, false)
      const start = 2 + 2 * (Number(uintAt(data, 0)) + 32)
      const sent = hex(`0x${data.slice(start, start + 2 * Number(uintAt(data, 1)))}`)
      return { from: side, sent, transaction: transactionHash, at: Number(block.timestamp), seenAt: now }
    }),
  )
  side.seen = head.number
  return found
}

/** Nothing if it is completed already, or is another contract's to complete. @throws Error if it reverts */
async function complete({ sent }: Burn, sides: readonly Side[], sign: SignAttestation): Promise<void> {
  const burn = decodeBurnMessage(sent)
  const to = sides.find(({ network }) => network.domain === burn?.domain)
  const attested = await attestBurn(sent, sign)
  const bridge = getCctpBridge({}).address
  if (burn === undefined || to === undefined || attested === undefined) return
  if (burn.caller !== undefined && burn.caller !== bridge) return
  const nonce = attested.message.slice(2 + 2 * filledIn.nonce[0], 2 + 2 * filledIn.nonce[1])
  const used = { to: messageTransmitter, data: callData(usedNoncesSelector, nonce) }
  if (uintAt(await to.rpc<Hex>('eth_call', used, 'latest'), 0) !== 0n) return
  const byBridge = burn.caller !== undefined
  const data = encodeCompletionCall(attested, byBridge)
  await sendAs(to.rpc, sender, { to: byBridge ? bridge : messageTransmitter, data })
}

function serve(answer: (path: string) => Promise<unknown>): Server {
  return createServer((request, response) => {
    const end = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    answer(request.url ?? '').then(
      (body) => (body === undefined ? end(404, { error: 'not found' }) : end(200, body)),
      () => end(502, { error: 'the chain does not answer' }),
    )
  })
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
