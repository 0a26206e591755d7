import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseTokenWord } from '#cli/parse/token-word'
import { intentResult } from '#cli/request/intent-result'
import { swapLines } from '#cli/screens/trade/swap'
import { createDialogue } from '#cli/talk/dialogue'
import { fail } from '#domain/errors'
import { defaultTerms } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { type Amount, nativeToken } from '#domain/units'
import { laneOptions, type ResolvedLane, resolveLane } from './lane.ts'
import { boundNonces, findNextNonce, listOpenOwn, maxPerRefill } from './own-nonces.ts'

export const refill = defineCommand({
  name: 'relay-refill',
  about: 'Sell all that a drained lane has earned of a token, for the native currency that pays its gas.',
  examples: ['relay refill USDC --relayer dev9 -n sandbox'],
  arguments: { token: { about: 'token to sell: one that the relayer was paid in', parse: parseTokenWord } },
  options: laneOptions,
  needsNetwork: () => true,
  sends: true,
  schema: async () => (await import('#cli/schemas/trade/swap')).Swap,

  async run(context, { token: word, ...input }) {
    const lane = await resolveLane(context, input)
    requireIdle(lane)
    await requireSettled(context, lane)
    const token = await (await context.tokens()).resolve(lane.network.name, word, false)
    const trader = await context.trader()
    const [held] = await trader.balances(lane.network.name, lane.account.address, [token])
    if (held === undefined || held.amount === 0n || token.address === nativeToken)
      throw fail('USAGE', { reason: `The relayer has earned no ${token.symbol}.`, fix: 'swapline relay status' })
    const dialogue = createDialogue(context, { recipient: false, unlisted: false, max: false })
    const kept = keepNonces(lane, boundNonces(lane, await findNextNonce(context, lane)), dialogue)
    try {
      const { intent } = await trader.swap(toRequest(context, lane, { token, amount: held.amount }), kept.dialogue)
      await kept.stored()
      if (intent !== undefined) context.out.printResult(intentResult(intent, (screen) => swapLines(intent, screen)))
    } catch (error) {
      await kept.stored().catch(() => undefined) // what became of the swap is what has to be told
      throw error
    } finally {
      dialogue.end()
    }
  },
})

/**
 * The lane goes on after what is signed here, from its signature on, however the refill ends and whatever endpoints say of the
 * account.
 */
function keepNonces({ relays, lane }: ResolvedLane, nonces: ReturnType<typeof boundNonces>, dialogue: Dialogue) {
  const passed: Promise<unknown>[] = []
  const tell: Dialogue['tell'] = (progress) => {
    if (progress.what === 'signed')
      for (const { nonce } of progress.intent.transactions) {
        nonces.pass(nonce)
        passed.push(relays.passOwn(lane, nonce + 1))
      }
    for (const one of passed) one.catch(() => undefined) // a failure is thrown once it is waited for
    dialogue.tell(progress)
  }
  return { dialogue: { ...dialogue, tell, checkNonce: nonces.check }, stored: () => Promise.all(passed) }
}

/** What this account signed before must have its end: it may sell the same tokens, and has the nonces before. */
async function requireSettled(context: Context, resolved: ResolvedLane): Promise<void> {
  const { account, relays, lane, network } = resolved
  const open = await listOpenOwn(context, resolved)
  const [last] = open
  if (last === undefined) return
  const next = await findNextNonce(context, resolved)
  // a run that was killed may not have come so far; what is far above was given up, or can be
  for (const { tx } of open) if (tx.nonce <= next + maxPerRefill) await relays.passOwn(lane, tx.nonce + 1)
  const isFar = last.tx.nonce > next + maxPerRefill
  throw fail('USAGE', {
    reason: `A ${last.intent.kind} of ${account.name} that was signed before may still be mined${isFar ? `, with nonce ${last.tx.nonce} once those from ${next} on are used` : ''}.`,
    fix: isFar
      ? `swapline relay drain --free-nonces --relayer ${account.name} -n ${network.name}     (orders go on below it)`
      : `swapline status ${last.intent.id}`,
  })
}

/** A swap takes a nonce of the lane, so no order may take one meanwhile. */
function requireIdle({ account, network, status }: ResolvedLane): void {
  if (status.isDraining && status.open === 0) return
  throw fail('USAGE', {
    reason: `The lane of ${account.name} on ${network.name} is in use: ${status.open} open orders.`,
    fix: `swapline relay drain --relayer ${account.name} -n ${network.name}`,
  })
}

function toRequest(
  { settings }: Context,
  { account, network }: ResolvedLane,
  { token, amount }: { readonly token: Token; readonly amount: Amount },
): SwapRequest {
  const from = account.address
  return {
    key: undefined,
    account: account.name,
    quote: {
      request: {
        ...{ network: network.name, sell: token.address, buy: nativeToken, sellAmount: amount },
        ...{ slippage: settings.get('trade.slippagePpm'), ...defaultTerms, from, to: from },
      },
    },
    ...{ approve: 'exact', requote: 'auto', confirmations: 1, wait: true, dryRun: false },
    guards: {
      minimumOut: undefined,
      maxSlippage: settings.get('trade.maxSlippagePpm'),
      maxImpact: settings.get('trade.maxImpactPpm'),
      maxGas: undefined,
    },
    deadlineSeconds: settings.get('trade.deadlineSec'),
    fees: { max: undefined, tip: undefined, legacy: false },
    timeoutSeconds: settings.get('timeout'),
  }
}
