/** What `tx build` and the `--build-only` of `swap` and `approve` share. */
import type { Context } from '#cli/context'
import { requireWritable, writeNamedFile } from '#cli/request/offline/file'
import { writeSigned } from '#cli/request/offline/sign'
import { buildSwapRequest, type SwapInput } from '#cli/request/swap-input'
import { writtenLines } from '#cli/screens/trade/offline'
import { findAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import { unsignedView } from '#cli/views/trade/offline'
import { fail } from '#domain/errors'
import type { Dialogue } from '#domain/trade/dialogue'
import type { UnsignedSwap, UnsignedTransaction } from '#domain/trade/offline'
import type { ApproveRequest } from '#domain/trade/trader'
import type { Address } from '#domain/units'

/** A swap is built for the account, or for any sender. */
export async function buildSwapFile(context: Context, input: SwapInput): Promise<void> {
  await writeBuilt(context, input.out, async (dialogue) => {
    const unsigned = await buildSwap(context, input, dialogue)
    await (await context.trader()).recordFile(unsigned)
    return unsigned
  })
}

/** Built and signed here, sent later. Within the limits of gas that it was built with. */
export async function signSwapFile(context: Context, input: SwapInput): Promise<void> {
  requireWritable(input.out)
  const dialogue = createDialogue(context, {
    recipient: input.allowRecipient,
    unlisted: input.allowUnlisted,
    max: input.allowMax,
  })
  try {
    const unsigned = await buildSwap(context, input, dialogue)
    await writeSigned(context, { unsigned, path: input.out, maxGas: unsigned.budget.maxCost }, dialogue)
  } finally {
    dialogue.end()
  }
}

async function buildSwap(context: Context, input: SwapInput, dialogue: Dialogue): Promise<UnsignedSwap> {
  // a dry run's request: neither a key nor an id is needed
  const request = { ...(await buildSwapRequest(context, { ...input, dryRun: true })), dryRun: false }
  const from = input.fromAddress ?? (await requireSender(context))
  return (await context.trader()).buildSwap(request, from, dialogue)
}

export async function buildApprovalFile(
  context: Context,
  of: ApproveRequest['of'],
  path: string | undefined,
): Promise<void> {
  const trader = await context.trader()
  const from = await requireSender(context)
  const terms = { from, nonce: undefined, timeoutSeconds: context.settings.get('timeout') }
  await writeBuilt(context, path, (dialogue) => trader.buildApproval({ ...of, ...terms }, dialogue))
}

async function requireSender(context: Context): Promise<Address> {
  const account = await findAccount(context)
  if (account !== undefined) return account.address
  throw fail('USAGE', {
    reason: 'It is not clear whose transaction this is.',
    fix: 'name an account, whose key may be elsewhere: swapline wallet add-watch <name> <address>',
  })
}

async function writeBuilt(
  context: Context,
  path: string | undefined,
  build: (dialogue: Dialogue) => Promise<UnsignedTransaction>,
): Promise<void> {
  requireWritable(path)
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  try {
    const unsigned = await build(dialogue)
    const { network, payload } = unsigned
    const document = unsignedView(unsigned)
    const target = writeNamedFile(path, document, { transaction: unsigned, state: 'unsigned' })
    context.out.printResult({
      data: { path: target, document },
      lines: (screen) => writtenLines({ unsigned, path: target, next: `swapline tx sign ${target}` }, screen),
      meta: { network, chainId: payload.chainId },
    })
  } finally {
    dialogue.end()
  }
}
