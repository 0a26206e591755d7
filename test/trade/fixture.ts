/** The whole program over a separate sandbox, as the command line would build it, without the command line. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComposeInput } from '#cli/context'
import { createEmptyConfig } from '#cli/settings/config-file'
import { createSettings, type Flags } from '#cli/settings/resolve'
import { composeWith } from '#compose'
import type { Network } from '#domain/network'
import { defaultLimits, type QuoteRequest } from '#domain/quotes/quote'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { type Address, amount, evm, networkName, ppm } from '#domain/units'
import { startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'

export const sandbox = networkName('sandbox')
export const trader0 = devAccounts[0]?.address ?? evm('0x')

export interface SandboxApp {
  readonly components: ReturnType<typeof createComponents>
  readonly url: string
  readonly state: string
  close(): Promise<void>
}

/** @param router the build of it on the network, and so the kind of chain */
export async function startSandboxApp(
  urlOf: (chainUrl: string) => Promise<string> | string = (url) => url,
  router: Network['router'] = 'cancun',
  flags: readonly string[] = [],
): Promise<SandboxApp> {
  const chain = await startChain({ router, flags })
  const state = mkdtempSync(join(tmpdir(), 'swapline-house-'))
  const url = await urlOf(chain.url)
  const parts = createComponents(state, url, router)
  return {
    components: parts,
    url: chain.url,
    state,
    close: async () => {
      await parts.close()
      await chain.stop()
      rmSync(state, { recursive: true, force: true })
    },
  }
}

/**
 * The components that quote and trade over the chain at `url`, treating its network as one with this build of the
 * router.
 */
export const createComponents = (state: string, url: string, router: Network['router'], isOld = router === 'storage') =>
  composeWith({ network: (entry) => ({ ...entry, router, venues: isOld ? legacyVenues(entry) : entry.venues }) })(
    createComposeInput(state, url),
  )

/** @param flags in addition to those for endpoints and paths */
export function createComposeInput(state: string, url: string, flags: Flags = new Map()): ComposeInput {
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
    file: createEmptyConfig(join(state, 'config.json')),
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

/** Agrees to everything and records what it was told. */
export function autoConfirm(): Dialogue & { readonly heard: string[] } {
  const heard: string[] = []
  return {
    heard,
    tell: ({ what }) => void heard.push(what),
    confirmRisks: async () => undefined,
    confirmSwap: async () => undefined,
    confirmApproval: async () => undefined,
    confirmReplacement: async () => undefined,
  }
}

export const createQuoteRequest = (
  sell: Address,
  buy: Address,
  raw: bigint,
  more: Partial<QuoteRequest> = {},
): QuoteRequest => ({
  network: sandbox,
  sell,
  buy,
  sellAmount: amount(raw),
  slippage: ppm(5_000),
  from: trader0,
  to: trader0,
  affiliate: undefined,
  ...defaultLimits,
  include: [],
  exclude: [],
  gasPrice: undefined,
  ...more,
})

export const createSwapRequest = (quote: SwapRequest['quote'], more: Partial<SwapRequest> = {}): SwapRequest => ({
  key: undefined,
  account: 'dev0',
  quote,
  approve: 'exact',
  requote: 'auto',
  guards: { minimumOut: undefined, maxSlippage: ppm(50_000), maxImpact: ppm(30_000), maxGas: undefined },
  deadlineSeconds: 180,
  fees: { max: undefined, tip: undefined, legacy: false },
  confirmations: 1,
  timeoutSeconds: 20,
  wait: true,
  dryRun: false,
  ...more,
})

/** A chain before transient storage has no contracts that were compiled for one with it. */
const legacyVenues = ({ venues }: Network): Network['venues'] =>
  venues.filter(({ protocol }) => ['uniswap-v2', 'uniswap-v3'].includes(protocol))
