import type { Context } from '#cli/context'
import { findAccount } from '#cli/talk/choose-account'
import { SwapError } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import { type Address, evm, type NetworkName } from '#domain/units'

interface ApprovalWords {
  /** Whether it gives or takes back an allowance. */
  readonly purpose: 'approve' | 'revoke'
  /** Tokens as typed; all of them if absent. */
  readonly words: readonly string[] | undefined
  readonly spender: Address | undefined
}

/**
 * What an earlier run of the same command sent and nothing is known to have executed, the newest of it. No chain is asked,
 * nor the user: of an account or a network that is not chosen, or of an account that is none, any counts.
 * @throws `NETWORK_NOT_VALID`
 */
export async function findOpenApproval(
  context: Context,
  { purpose, words, spender }: ApprovalWords,
): Promise<Intent | undefined> {
  const [networks, from, trader] = [await listNetworks(context), await findSender(context), await context.trader()]
  const found = await Promise.all(
    networks.map(async (network) => {
      const tokens = words === undefined ? undefined : await listTokens(context, network, words)
      return trader.findOpenApproval({ purpose, network, from, tokens, spender })
    }),
  )
  const [newest] = found.flatMap((one) => one ?? []).sort((a, b) => b.createdAt - a.createdAt)
  return newest
}

/** The chosen one; without one, those of which the journal has something. */
async function listNetworks(context: Context): Promise<readonly NetworkName[]> {
  if (context.settings.get('network') !== undefined) return [(await context.resolveNetwork()).name]
  const all = await (await context.journal()).list({ limit: 0 })
  return [...new Set(all.map(({ network }) => network))]
}

async function findSender(context: Context): Promise<Address | undefined> {
  try {
    return (await findAccount(context))?.address
  } catch (error) {
    if (error instanceof SwapError) return undefined
    throw error
  }
}

/** Those that a word may mean: a symbol that several listed tokens have means each of them. */
async function listTokens(
  context: Context,
  network: NetworkName,
  words: readonly string[],
): Promise<readonly Address[]> {
  const listed = await (await context.tokens()).listAll(network)
  return words.flatMap((word) => {
    const [address] = /0x[0-9a-f]{40}$/i.exec(word) ?? []
    if (address !== undefined) return [evm(address.toLowerCase())]
    return listed.filter(({ symbol }) => symbol.toLowerCase() === word.toLowerCase()).map((token) => token.address)
  })
}
