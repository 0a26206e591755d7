import type { TradeContext } from '#app/context'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { refuseSecondUse } from '#app/trade/checks/used-here'
import { requireListedTokens } from '#app/trade/offline/listed-tokens'
import { offlineKey, verifyUnsigned } from '#app/trade/offline/verify'
import { capBudget, requireCostWithin } from '#app/trade/steps/gas-budget'
import { rereadIntent } from '#app/trade/steps/send'
import { type Intent, type TypedRequest, transactionOf } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'
import type {
  OfflineDialogue,
  SignedTransaction,
  SignOptions,
  TradeParties,
  UnsignedTransaction,
} from '#domain/trade/offline'
import { getNetworkEntry } from '#networks/find'

/**
 * Signs a transaction that was built elsewhere, without asking any chain: its bytes are decoded and compared with its
 * terms, the spend policy is applied, and the signature is in this machine's journal before it is returned. The same
 * transaction is signed once: after that, the stored bytes are returned.
 * @throws as `verifyUnsigned`; `TOKEN_MISMATCH`, `GAS_ABOVE_LIMIT`, `POLICY_VIOLATED`, `DECLINED`
 */
export async function signUnsigned(
  context: TradeContext,
  unsigned: UnsignedTransaction,
  options: SignOptions,
  dialogue: OfflineDialogue,
): Promise<SignedTransaction> {
  const network = getNetworkEntry(unsigned.network)
  const { payload, nonce, step, l1Fee } = unsigned
  verifyUnsigned(network, unsigned, context.clock.now())
  await requireListedTokens(network, unsigned)
  const reserved = l1Fee === undefined ? {} : { l1Fee } // what the file says: it can only refuse more
  const limit = {
    maxPrice: network.maxGasPrice,
    maxCost: options.maxGas ?? network.gasBudgetFloor,
    of: 'swap',
  } as const
  const gas = payload.gasLimit * gasPriceOf(payload.fees)
  requireCostWithin(network, { gas, ...reserved }, limit)

  const account = await context.accounts.find(payload.from)
  checkAccountKind(account, network)
  const trade = unsigned.step === 'swap' ? unsigned.trade : undefined
  const known = await findSigned(context, unsigned)
  if (known !== undefined) return known
  await refuseSecondUse(context, unsigned)
  await dialogue.confirmRisks(partiesOf(unsigned))
  await dialogue.confirmSignature(unsigned, { name: account.name, address: account.address })
  const signer = context.accounts.signer(account)
  await signer.unlock()
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const signedMeanwhile = await findSigned(context, unsigned)
    if (signedMeanwhile !== undefined) return signedMeanwhile
    await refuseSecondUse(context, unsigned)
    const intent = await openOffline(context, unsigned)
    if (trade !== undefined) await context.journal.bindTrade(intent.id, trade)
    const request = { network: unsigned.network, payload, nonce, intent: intent.id, step, trade, ...reserved }
    const { raw, hash } = await signer.sign(request, (signed) => {
      const at = context.clock.now()
      const terms = { budget: capBudget(network, unsigned, limit.maxCost), ...reserved }
      const tx = { step, payload, nonce, ...signed, ...terms }
      return context.journal.recordSigned(intent.id, tx, at, [{ kind: 'held', at, endpoint: '', hash: signed.hash }])
    })
    return { unsigned, raw, hash }
  })
}

/** An approval is of one token and pays nobody; an unlisted token names its own symbol and decimals in it, too. */
function partiesOf(unsigned: UnsignedTransaction): TradeParties {
  const { from } = unsigned.payload
  const [sell, buy, to] =
    unsigned.step === 'swap'
      ? [unsigned.trade.sell, unsigned.trade.buy, unsigned.trade.to]
      : [unsigned.token, unsigned.token, from]
  return { sell, buy, request: { from, to, network: unsigned.network } }
}

async function findSigned(
  { journal }: Pick<TradeContext, 'journal'>,
  unsigned: UnsignedTransaction,
): Promise<SignedTransaction | undefined> {
  const intent = await journal.findByKey(offlineKey(unsigned))
  const versions = intent && transactionOf(intent, unsigned.step)?.versions
  // a speedup or a cancellation is not the transaction of the file
  const tx = versions?.findLast(({ kind }) => kind === 'original')
  return tx && { unsigned, raw: tx.raw, hash: tx.hash }
}

/**
 * The intent of a transaction of a file; the one that exists if it was read before.
 * @param request what it was built for, where it was built
 */
export async function openOffline(
  context: Pick<TradeContext, 'journal' | 'uuid' | 'clock'>,
  unsigned: UnsignedTransaction,
  request?: TypedRequest,
): Promise<Intent> {
  const { network, payload, step } = unsigned
  const intent = await context.journal.open({
    id: context.uuid(),
    key: offlineKey(unsigned),
    kind: step,
    network,
    chainId: payload.chainId,
    from: payload.from,
    at: context.clock.now(),
    request,
  })
  return rereadIntent(context, intent)
}
