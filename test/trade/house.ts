/** The whole house over a sandbox of its own, as the command line would build it, without the command line. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#cli/clock'
import type { Surroundings } from '#cli/context'
import { emptyConfig } from '#cli/settings/config-file'
import { createSettings, type Flags } from '#cli/settings/resolve'
import { composeWith } from '#compose'
import type { Network } from '#domain/network'
import { type QuoteRequest, usual } from '#domain/quote'
import type { Dialogue, SwapRequest } from '#domain/trader'
import { type Address, amount, evm, networkName, ppm } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { startChain } from '#sandbox/start'

export const sandbox = networkName('sandbox')
export const trader0 = devAccounts[0]?.address ?? evm('0x')

export interface House {
  readonly parts: ReturnType<typeof partsOn>
  readonly url: string
  readonly state: string
  close(): Promise<void>
}

/** @param router which build of it the network has, and so which kind of chain it is */
export async function openHouse(
  urlOf: (chainUrl: string) => Promise<string> | string = (url) => url,
  router: Network['router'] = 'cancun',
): Promise<House> {
  const chain = await startChain({ router })
  const state = mkdtempSync(join(tmpdir(), 'swapline-house-'))
  const url = await urlOf(chain.url)
  const parts = partsOn(state, url, router)
  return {
    parts,
    url: chain.url,
    state,
    close: async () => {
      await parts.close()
      await chain.stop()
      rmSync(state, { recursive: true, force: true })
    },
  }
}

/** Whoever quotes and trades over the chain at `url`, taking its network for one with this build of the router. */
export const partsOn = (state: string, url: string, router: Network['router'], isOld = router === 'storage') =>
  composeWith({ network: (entry) => ({ ...entry, router, venues: isOld ? oldVenues(entry) : entry.venues }) })(
    surroundingsOf(state, url),
  )

/** @param flags beside those that say where everything is */
export function surroundingsOf(state: string, url: string, flags: Flags = new Map()): Surroundings {
  const settings = createSettings({
    flags: new Map([
      ['network', ['sandbox']],
      ['rpcUrl', [url]],
      ['stateDir', [state]],
      ['keystoreDir', [join(state, 'keystore')]],
      ['quiet', ['true']],
      ...flags,
    ]),
    env: {},
    file: emptyConfig(join(state, 'config.json')),
  })
  const refuse = async () => {
    throw new Error('no password is needed here')
  }
  return {
    settings,
    secrets: { password: refuse, newPassword: refuse },
    clock: systemClock,
    env: {},
    log: () => undefined,
  }
}

/** Agrees to everything and remembers what it was told. */
export function agreeable(): Dialogue & { readonly heard: string[] } {
  const heard: string[] = []
  return {
    heard,
    tell: ({ what }) => void heard.push(what),
    confirmRisks: async () => undefined,
    confirmSwap: async () => undefined,
    confirmApproval: async () => undefined,
  }
}

export const asking = (sell: Address, buy: Address, raw: bigint, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
  network: sandbox,
  sell,
  buy,
  sellAmount: amount(raw),
  slippage: ppm(5_000),
  from: trader0,
  to: trader0,
  affiliate: undefined,
  ...usual,
  include: [],
  exclude: [],
  gasPrice: undefined,
  ...more,
})

export const swapping = (quote: SwapRequest['quote'], more: Partial<SwapRequest> = {}): SwapRequest => ({
  key: undefined,
  account: 'dev0',
  quote,
  approve: 'exact',
  requote: 'auto',
  guards: { minimumOut: undefined, maxSlippage: ppm(50_000), maxImpact: ppm(30_000), maxGas: undefined },
  deadlineSeconds: 180,
  fees: { most: undefined, tip: undefined, legacy: false },
  confirmations: 1,
  seconds: 20,
  wait: true,
  dryRun: false,
  ...more,
})

/** A chain before transient storage has none of the contracts that were compiled for one with it. */
const oldVenues = ({ venues }: Network): Network['venues'] =>
  venues.filter(({ protocol }) => ['uniswap-v2', 'uniswap-v3'].includes(protocol))
