/** Prompts and progress of a trade, on stderr: a spinner during a step, a line when it is done. */

import type { Context } from '#cli/context'
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { type BlockEntry, formatBlock } from '#cli/screens/layout/block'
import { amountLine, groupDigits, percentText, shortUnitsText, upperUnitsText } from '#cli/screens/layout/text'
import { formatUsd } from '#domain/api/plain'
import type { Intent, JournalTx, Step } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { ApprovalPlan, Dialogue, GasCost, Progress, RouterOwner, SwapTerms } from '#domain/trade/trader'
import type { Address, NetworkName } from '#domain/units'
import { findNetwork } from '#networks/find'
import { checksum, shortAddress } from '#text/checksum'

/** Risks that the user accepted by flag, so that they need no typed confirmation. */
export interface AllowedRisks {
  readonly recipient: boolean
  readonly unlisted: boolean
  readonly max: boolean
}

const stepNames: Readonly<Record<Step, string>> = {
  swap: 'Swap',
  approve: 'Approval',
  reset: 'Allowance reset to 0',
  deploy: 'Deployment',
  wrap: 'Wrap',
}

export function createDialogue(
  context: Pick<Context, 'out' | 'prompts' | 'interruption'>,
  allowed: AllowedRisks,
): Dialogue & { end(): void } {
  const { out, prompts, interruption } = context
  const spinner = createBusySpinner(out)
  const say = (line: (screen: Screen) => string): void => {
    spinner.stop()
    out.note((screen) => [line(screen)])
  }

  return {
    end: spinner.stop,
    tell(progress) {
      if (progress.what === 'intent') return interruption.setIntent(progress.id)
      const label = busyLabel(progress)
      if (label !== undefined) return spinner.start(label)
      const line = progressLine(progress)
      if (line !== undefined) say(line)
      else spinner.stop()
    },

    async confirmRisks(quote) {
      spinner.stop()
      for (const { symbol, address } of allowed.unlisted ? [] : unlistedTokens(quote)) {
        const full = checksum(address)
        await prompts.confirmTyped(`${symbol} ${full} is UNVERIFIED, in no list`, full.slice(-6), '--allow-unlisted')
      }
      const { to, from } = quote.request
      if (!allowed.recipient && !isPlaceholderAddress(to) && to !== from && !isPlaceholderAddress(from)) {
        const full = checksum(to)
        await prompts.confirmTyped(`It goes to ${full}, not to the sender`, full.slice(-6), '--allow-recipient')
      }
    },

    async confirmSwap(quote, terms) {
      spinner.stop()
      out.note((screen) => swapTermsLines(quote, terms, screen))
      const min = amountLine(quote.minimumOut, quote.buy)
      await prompts.confirm(`Swap ${amountLine(quote.request.sellAmount, quote.sell)} for at least ${min}?`)
    },

    async confirmApproval(plan, gas) {
      spinner.stop()
      out.note((screen) =>
        formatBlock(
          [...routerRows(plan.spender, plan.router, screen), [['Gas', gasText(gas, plan.token.network)]]],
          18,
        ),
      )
      const count = plan.action === 'reset+approve' ? '2 transactions' : '1 transaction'
      if (plan.after > plan.needed && !allowed.max)
        await prompts.confirmTyped(
          `The router may take any amount of ${plan.token.symbol} until revoked`,
          'max',
          '--allow-max',
        )
      await prompts.confirm(`Send ${count} to approve ${plan.token.symbol}?`)
    },
  }
}

const unlistedTokens = ({ sell, buy }: Quote): readonly Token[] => [sell, buy].filter(({ listed }) => !listed)

function busyLabel(progress: Progress): string | undefined {
  if (progress.what === 'quoting') return 'Finding the best route'
  if (progress.what === 'waiting')
    return `Waiting for a block · slow? swapline status ${progress.intent.id.slice(0, 8)}`
  return undefined
}

function progressLine(progress: Progress): ((screen: Screen) => string) | undefined {
  switch (progress.what) {
    case 'quoted':
      return progress.again ? againLine(progress.quote) : undefined
    case 'approval':
      return progress.plan.action === 'none' ? undefined : approvalLine(progress.plan)
    case 'signed':
      return ({ paint }) =>
        `${paint.good('✔')} Signed            nonce ${lastTransaction(progress.intent)?.nonce} · saved to journal before sending`
    case 'sent':
      return sentLine(progress.intent)
    case 'mined':
      return minedLine(progress.intent)
    case 'reorganized':
      return ({ paint }) => `${paint.warn('!')} Reorganized       the chain removed its block; still following it`
    case 'resumed':
      return () =>
        `  This was signed before: following ${lastTransaction(progress.intent)?.hash}, nothing is signed again`
    default:
      return undefined
  }
}

const lastTransaction = (intent: Intent): JournalTx | undefined => intent.transactions.at(-1)

const againLine =
  (quote: Quote) =>
  ({ paint }: Screen): string =>
    `${paint.good('✔')} Quoted again      ${amountLine(quote.route.amountOut, quote.buy)}`

const approvalLine =
  ({ action, token, before, after, needed }: ApprovalPlan) =>
  (): string => {
    const limit = after > needed ? 'without limit' : `exactly ${amountLine(after, token)}`
    const reset =
      action === 'reset+approve' ? ` · ${token.symbol} refuses a changed allowance, so it is reset first` : ''
    return `  Allowance         now ${amountLine(before, token)} → ${limit}${reset}`
  }

const sentLine =
  (intent: Intent) =>
  ({ paint }: Screen): string => {
    const tx = lastTransaction(intent)
    return tx?.conclusion.stage === 'submitted'
      ? `${paint.good('✔')} Accepted by node  ${tx.hash}`
      : `${paint.warn('?')} Not accepted      ${tx?.conclusion.known}`
  }

const minedLine =
  (intent: Intent) =>
  ({ paint }: Screen): string => {
    const tx = lastTransaction(intent)
    const { mined, conclusion } = tx ?? {}
    const final = conclusion?.isFinal === false ? ` · final after ${conclusion.finalDepth} blocks` : ''
    return `${paint.good('✔')} ${stepNames[tx?.step ?? 'swap'].padEnd(16)}  mined in block ${mined?.block} · gas used ${mined?.gasUsed}${final}`
  }

/** The enforced limit, rounded up, then the expected cost. */
function gasText({ maxGasCost, expectedGasCost, nativeUsd }: GasCost, network: NetworkName): string {
  const coin = findNetwork(network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const dollars = (raw: bigint): string => {
    const text = formatUsd(raw, coin.decimals, nativeUsd)
    return text === undefined ? '' : ` ≈ $${groupDigits(Number(text).toFixed(2))}`
  }
  const now = `${shortUnitsText(expectedGasCost, coin, 3)} ${coin.symbol}${dollars(expectedGasCost)}`
  return `≤ ${upperUnitsText(maxGasCost, coin)} ${coin.symbol}${dollars(maxGasCost)}   (now ${now})`
}

/** The full address of a router that only the user trusts. */
const routerRows = (address: Address, whose: RouterOwner, { paint }: Screen): readonly (readonly BlockEntry[])[] =>
  whose === 'ours'
    ? [[['Router', `${shortAddress(address)} (ours)`]]]
    : [[['Router', paint.warn(checksum(address))]], [['', paint.warn('(NOT ours, trusted by --trust-router)')]]]

function swapTermsLines(quote: Quote, terms: SwapTerms, screen: Screen): readonly string[] {
  const { paint } = screen
  const { request, sell, buy, route, minimumOut, priceImpact } = quote
  const yourself = request.to === request.from || isPlaceholderAddress(request.to)
  const impact = priceImpact === undefined ? 'unknown' : percentText(priceImpact)
  return formatBlock([
    [
      ['You pay', amountLine(request.sellAmount, sell)],
      ['You get', `≥ ${amountLine(minimumOut, buy)}   (quoted ${amountLine(route.amountOut, buy)})`],
    ],
    [
      ['To', yourself ? 'yourself' : paint.warn(checksum(request.to))],
      ['Impact', impact],
    ],
    [['Gas', gasText(terms, request.network)]],
    ...routerRows(quote.router, terms.router, screen),
    ...unlistedTokens(quote).map(
      ({ symbol, address }) =>
        [['Token', paint.warn(`${sanitizeSymbol(symbol)} ${checksum(address)} is UNVERIFIED`)]] as const,
    ),
  ])
}

/** One spinner at a time; its work is a promise that the next label resolves. */
function createBusySpinner(out: Context['out']) {
  let label: string | undefined
  let release = (): void => undefined
  const stop = (): void => {
    label = undefined
    release()
  }
  return {
    stop,
    start(next: string): void {
      if (next === label) return
      stop()
      label = next
      const work = new Promise<void>((resolve) => {
        release = resolve
      })
      void out.withSpinner(next, work)
    },
  }
}
