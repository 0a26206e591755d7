/** CCTP's doubles at their real addresses, with the USDC of a sandbox that plays a network; and an attestation service. */
import { createServer, type Server } from 'node:http'
import { Interface } from 'ethers'
import { cctpNetworks, tokenMessenger } from '#bridges/cctp/networks'
import { evm, type Hex } from '#domain/units'
import { messageTransmitter } from '#encoding/crossing/completion'
import { getTestContractCode } from '#test/contracts/compile'
import {
  attest,
  attesterAddress,
  type Filled,
  messengerDouble,
  readSentMessage,
  transmitterDouble,
  wordOf,
} from './cctp-double.ts'
import { rpc, type SandboxSide, send } from './sandbox-side.ts'

const deployer = evm('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const usdc = new Interface([
  'function masterMinter() view returns (address)',
  'function configureMinter(address, uint256)',
])

export function cctpOf({ chainId }: SandboxSide) {
  const found = cctpNetworks.find((one) => one.chainId === chainId)
  if (found === undefined) throw new Error(`CCTP is not on ${chainId}`)
  return found
}

export async function placeCctp(side: SandboxSide, there: SandboxSide): Promise<void> {
  const { usdc: token, domain } = cctpOf(side)
  for (const [name, address] of [
    ['CctpMessengerDouble', tokenMessenger],
    ['CctpTransmitterDouble', messageTransmitter],
  ] as const) {
    const { contractAddress } = await send(side, deployer, { data: getTestContractCode(name) })
    await rpc(side, 'anvil_setCode', address, await rpc(side, 'eth_getCode', contractAddress, 'latest'))
  }
  const call = async (to: typeof tokenMessenger, data: string, from = deployer) => {
    await send(side, from, { to, data })
  }
  await call(messageTransmitter, transmitterDouble.encodeFunctionData('configure', [domain, attesterAddress]))
  const limits = [messageTransmitter, deployer, token, 10n ** 15n]
  await call(tokenMessenger, messengerDouble.encodeFunctionData('configure', limits))
  const other = cctpOf(there)
  const linked = [other.domain, wordOf(tokenMessenger), wordOf(other.usdc), token]
  await call(tokenMessenger, messengerDouble.encodeFunctionData('link', linked))
  const asked = { to: token, data: usdc.encodeFunctionData('masterMinter') }
  const owner = evm(`0x${(await rpc<string>(side, 'eth_call', asked, 'latest')).slice(26)}`)
  await call(token, usdc.encodeFunctionData('configureMinter', [tokenMessenger, 10n ** 18n]), owner)
}

export interface AttestationService {
  readonly url: string
  /** What the next answers have; 404 if undefined. */
  filled: Filled | undefined
  close(): void
}

/** Answers as Circle's service does, from what the sandbox says. Burns fast for one basis point. */
export async function startAttestationService(source: SandboxSide): Promise<AttestationService> {
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
