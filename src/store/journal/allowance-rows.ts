import type { AllowanceUse } from '#domain/journal/journal'
import type { Intent } from '#domain/journal/swap'
import { type Address, evm, type NetworkName } from '#domain/units'
import type { Database } from '#store/database'
import { readIntent } from '#store/journal/intent-rows'
import type { JournalFile } from '#store/journal/journal'
import { text } from '#store/row'

interface NonceRange {
  readonly network: NetworkName
  readonly from: Address
  /** The lowest. */
  readonly nonce: number
}

export function listFromNonce(file: JournalFile, { network, from, nonce }: NonceRange): readonly Intent[] {
  const rows = file.db.all(
    `SELECT * FROM intents WHERE id IN
       (SELECT s.intent FROM steps s JOIN attempts a ON a.step = s.seq
        WHERE s.network = ? AND s.sender = ? AND a.nonce >= ?) ORDER BY seq`,
    ...[network, evm(from), nonce],
  )
  return rows.map((row) => readIntent(file, row))
}

/**
 * Swaps, also those to another network, name their token and the contract that takes it. Of other steps, only calls of `approve(address,uint256)` count: the spender is
 * the low 20 bytes of the first word.
 */
export function listAllowanceUses(db: Database, network: NetworkName, from: Address): readonly AllowanceUse[] {
  const rows = db.all(
    `SELECT DISTINCT json_extract(i.trade, '$.sell.address') AS token, json_extract(a.payload, '$.to') AS spender
       FROM steps s JOIN attempts a ON a.step = s.seq JOIN intents i ON i.id = s.intent
       WHERE s.network = ?1 AND s.sender = ?2 AND s.step IN ('swap', 'cross') AND i.trade IS NOT NULL
     UNION
     SELECT DISTINCT json_extract(a.payload, '$.to'), '0x' || substr(json_extract(a.payload, '$.data'), 35, 40)
       FROM steps s JOIN attempts a ON a.step = s.seq
       WHERE s.network = ?1 AND s.sender = ?2 AND s.step NOT IN ('swap', 'cross')
         AND json_extract(a.payload, '$.data') LIKE '0x095ea7b3%' AND length(json_extract(a.payload, '$.data')) = 138
     ORDER BY 1, 2`,
    ...[network, evm(from)],
  )
  return rows.map((row) => ({ token: evm(text(row, 'token')), spender: evm(text(row, 'spender')) }))
}
