/** What `tx sign` and `swap --sign-only` share. */
import type { Context } from '#cli/context'
import { writeNamedFile } from '#cli/request/offline/file'
import { signatureQuestion, unsignedLines, writtenLines } from '#cli/screens/trade/offline'
import type { TradeDialogue } from '#cli/talk/dialogue'
import { signedView } from '#cli/views/trade/offline'
import { isUnlimited } from '#domain/trade/allowances'
import type { UnsignedTransaction } from '#domain/trade/offline'
import type { Wei } from '#domain/units'

interface FileToSign {
  readonly unsigned: UnsignedTransaction
  readonly path: string | undefined
  readonly maxGas: Wei | undefined
}

/**
 * Shows a transaction, asks, signs it, and writes its file once the signature is in the journal. The caller has made sure
 * by `requireWritable` that it can be written.
 */
export async function writeSigned(
  { out, prompts, trader }: Context,
  { unsigned, path, maxGas }: FileToSign,
  dialogue: Pick<TradeDialogue, 'confirmRisks' | 'confirmUnlimited'>,
): Promise<void> {
  const signing = await trader()
  const read = signing.decodePayload(unsigned.payload.data)
  const call = read?.entry === 'swap' ? read.call : undefined
  const signed = await signing.signUnsigned(
    unsigned,
    { maxGas },
    {
      confirmRisks: (trade) => dialogue.confirmRisks(trade),
      async confirmSignature(one, account) {
        if (one.step === 'approve' && isUnlimited(one.amount)) await dialogue.confirmUnlimited(one.token)
        out.note((screen) => unsignedLines(one, { account, call }, screen))
        await prompts.confirm(signatureQuestion(one))
      },
    },
  )
  const { network, payload } = unsigned
  const document = signedView(signed)
  const target = writeNamedFile(path, document, { transaction: unsigned, state: 'signed' })
  out.printResult({
    data: { path: target, document },
    lines: (screen) => writtenLines({ unsigned, path: target, next: `swapline tx send ${target}` }, screen),
    meta: { network, chainId: payload.chainId },
  })
}
