/** An attestation service in place of that of a pair's relay, whose answers a test chooses. */
import { createServer, type Server } from 'node:http'
import { cctpNetworks } from '#bridges/cctp/networks'
import type { Hex } from '#domain/units'
import { attest, type Filled, readSentMessage } from './cctp-double.ts'
import { createPairUser } from './sandbox-pair.ts'
import { rpc, type SandboxSide } from './sandbox-side.ts'

export function cctpOf({ chainId }: SandboxSide) {
  const found = cctpNetworks.find((one) => one.chainId === chainId)
  if (found === undefined) throw new Error(`CCTP is not on ${chainId}`)
  return found
}

export interface AttestationService {
  readonly url: string
  /** What the next answers have; 404 if undefined. */
  filled: Filled | undefined
  close(): void
}

/** A pair whose burns on the source are signed by a service that the test has in its hand, and by nobody else. */
export function createCctpUser() {
  let service: AttestationService | undefined
  const variables = (): Record<string, string> =>
    service === undefined ? {} : { SWAPLINE_ATTESTATION_URL: service.url }
  const user = createPairUser(variables)
  return {
    ...user,
    variables,
    serviceOf(): AttestationService {
      if (service === undefined) throw new Error('no service')
      return service
    },
    async startPair(...funded: string[]) {
      const sides = await user.startPair(...funded)
      service = await startAttestationService(sides[0])
      return sides
    },
    async end(): Promise<void> {
      service?.close()
      await user.end()
    },
  }
}

/** Answers as Circle's service does, from what the sandbox says. Burns fast for one basis point. */
async function startAttestationService(source: SandboxSide): Promise<AttestationService> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '').then((body) => {
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? { error: 'not found' }))
    })
  })
  const answer = async (path: string): Promise<unknown> => {
    if (path.startsWith('/v2/burn/USDC/fees/')) return [{ finalityThreshold: 1000, minimumFee: 1 }]
    const hash = /transactionHash=(0x[0-9a-f]{64})$/.exec(path)?.[1]
    const receipt =
      hash && (await rpc<{ logs: { topics: Hex[]; data: Hex }[] } | null>(source, 'eth_getTransactionReceipt', hash))
    if (service.filled === undefined || !receipt) return undefined
    return { messages: [attest(readSentMessage(receipt.logs), service.filled)] }
  }
  const service: AttestationService = { url: await listen(server), filled: undefined, close: () => server.close() }
  return service
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
