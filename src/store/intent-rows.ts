import type { Payload } from '#domain/payload'
import { type Intent, type JournalTx, type Mined, stages, steps, type Trade } from '#domain/swap'
import { amount, evm, hex, networkName, seconds } from '#domain/units'
import type { Database, Row } from '#store/database'
import { decodeLossless } from '#store/lossless-json'
import { decoded, integer, maybeText, oneOf, text } from '#store/row'
import { earlyStages, intentStage } from '#store/stage-order'

const kinds: readonly Intent['kind'][] = ['swap', 'approve', 'deploy']

/** The whole intent of a row of `intents`, with its transactions in the order they were signed. */
export function readIntent(db: Database, row: Row): Intent {
  const id = text(row, 'id')
  const signed = db.all('SELECT * FROM transactions WHERE intent = ? ORDER BY seq', id)
  const noted = db.all('SELECT step, stage, at, hash FROM timeline WHERE intent = ? ORDER BY seq', id)
  return decoded(db, `intent ${id}`, () => {
    const kind = oneOf(kinds, row, 'kind')
    const transactions = signed.map(readTransaction)
    const timeline = noted.map(readEvent)
    const early = timeline.findLast(({ stage }) => earlyStages.has(stage))?.stage ?? 'built'
    const trade = readTrade(row)
    return {
      id,
      key: text(row, 'key'),
      kind,
      network: networkName(text(row, 'network')),
      chainId: integer(row, 'chain_id'),
      from: evm(text(row, 'sender')),
      stage: intentStage(kind, transactions, early),
      ...(trade === undefined ? {} : { trade }),
      transactions,
      timeline,
      createdAt: seconds(integer(row, 'created_at')),
    }
  })
}

function readTrade(row: Row): Trade | undefined {
  const stored = maybeText(row, 'trade')
  if (stored === undefined) return undefined
  const bought = maybeText(row, 'bought')
  return { ...decodeLossless<Trade>(stored), ...(bought === undefined ? {} : { bought: amount(BigInt(bought)) }) }
}

function readTransaction(row: Row): JournalTx {
  const mined = maybeText(row, 'mined')
  return {
    step: oneOf(steps, row, 'step'),
    payload: decodeLossless<Payload>(text(row, 'payload')),
    nonce: integer(row, 'nonce'),
    raw: hex(text(row, 'raw')),
    hash: hex(text(row, 'hash')),
    stage: oneOf(stages, row, 'stage'),
    ...(mined === undefined ? {} : { mined: decodeLossless<Mined>(mined) }),
  }
}

function readEvent(row: Row): Intent['timeline'][number] {
  const hash = maybeText(row, 'hash')
  return {
    stage: oneOf(stages, row, 'stage'),
    ...(maybeText(row, 'step') === undefined ? {} : { step: oneOf(steps, row, 'step') }),
    at: seconds(integer(row, 'at')),
    ...(hash === undefined ? {} : { hash: hex(hash) }),
  }
}
