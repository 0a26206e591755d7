/** The relayer's lane on a chain whose fees, memory pool and clock the test moves. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Wallet } from 'ethers'
import type { RelayOverrides } from '#compose-relay'
import { wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { createGaslessClient, type GaslessClient, signQuote } from '../http/gasless-client.ts'
import { sandbox } from '../trade/fixture.ts'

export const relayer = devAccounts[9]?.address ?? ''
export const usd = (dollars: number) => BigInt(dollars) * 10n ** 6n

export interface Lane {
  readonly api: HttpFixture
  readonly client: GaslessClient
  /** One block, `seconds` later by both clocks, with this base fee in gwei; then some ticks of the relayer. */
  mine(seconds: number, gwei?: number): Promise<void>
  order(user: Wallet, dollars: number): Promise<string>
  status(id: string): Promise<string>
  close(): Promise<void>
}

interface LaneOptions extends RelayOverrides {
  readonly endpoint?: (chainUrl: string) => Promise<string[]>
}

export async function openLane({ endpoint, limits, ...more }: LaneOptions = {}): Promise<Lane> {
  const caps = new Map([[sandbox, wei(10n ** 18n)]])
  let ticks = 0
  const ticked = () => {
    ticks += 1
  }
  const overrides = { relay: { tickMs: 50, ticked, limits: { maxOfOwner: 20, ...limits }, ...more } }
  const api = await startHttpFixture({ relayer: { account: 'dev9', caps } }, endpoint, undefined, overrides)
  const client = createGaslessClient(api)
  const { provider } = client
  /** Until some ticks have begun and ended since: the first to end may have begun before. */
  const rest = async () => {
    const enough = ticks + 4
    for (const until = Date.now() + 30_000; ticks < enough && Date.now() < until; ) await sleep(20)
  }
  return {
    api,
    client,
    mine: async (seconds, gwei) => {
      const { timestamp } = (await provider.getBlock('latest')) ?? { timestamp: 0 }
      if (gwei !== undefined)
        await provider.send('anvil_setNextBlockBaseFeePerGas', [`0x${BigInt(Math.round(gwei * 1e9)).toString(16)}`])
      await provider.send('evm_setNextBlockTimestamp', [timestamp + seconds])
      api.advanceClock(seconds)
      await provider.send('evm_mine', [])
      await rest()
    },
    order: async (user, dollars) => {
      const { body } = await client.quote(user.address, usdc, usd(dollars))
      const reply = await client.submit(await signQuote(user, body))
      if (reply.status !== 200) throw new Error(reply.text)
      return reply.body.id
    },
    status: async (swapId) => {
      const { body } = await api.get('/user-manager/swap', { swapId })
      return `${body.status} ${body.substatus}`
    },
    close: async () => {
      client.close()
      await api.close()
    },
  }
}
