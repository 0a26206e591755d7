import type { LookObservation, Observation } from '#domain/journal/observations'
import type { Step } from '#domain/journal/swap'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { Database } from '#store/database'
import { integer, text } from '#store/row'

/** The evidence of one step, in the order it was recorded. */
export const readEvidence = (db: Database, step: number): readonly Observation[] =>
  db
    .all('SELECT body FROM observations WHERE step = ? ORDER BY seq', step)
    .map((row) => decodeObservation(text(row, 'body')))

/**
 * Adds observations. A look that shows the same as its endpoint's last one replaces it, with the newer head: a swap
 * that waits for an hour leaves a handful of rows.
 */
export function addEvidence(
  db: Database,
  { id, step }: { readonly id: string; readonly step: Step },
  observations: readonly Observation[],
): void {
  const [row] = db.all('SELECT seq FROM steps WHERE intent = ? AND step = ?', id, step)
  if (row === undefined) return
  const seq = integer(row, 'seq')
  for (const one of observations) add(db, seq, one)
}

function add(db: Database, step: number, observation: Observation): void {
  const rows = db.all('SELECT seq, body FROM observations WHERE step = ? ORDER BY seq DESC', step)
  const stored = rows.map((row) => ({ seq: integer(row, 'seq'), one: decodeObservation(text(row, 'body')) }))
  const last = stored.find(({ one }) => isOfSource(one, observation))
  const body = last === undefined ? undefined : mergeLooks(last.one, observation)
  if (last !== undefined && body !== undefined)
    db.run(
      // moved to the end, as the order of the rows is the order of events
      'UPDATE observations SET body = ?1, seq = (SELECT max(seq) + 1 FROM observations) WHERE seq = ?2 AND body <> ?1',
      ...[body, last.seq],
    )
  else db.run('INSERT INTO observations (step, body) VALUES (?, ?)', step, encodeLossless(observation))
}

/** @throws RangeError for what is no observation: it would be concluded from as if it were one. */
function decodeObservation(body: string): Observation {
  const one = decodeLossless<Observation | null>(body)
  const isWhole = one !== null && typeof one.endpoint === 'string' && typeof one.hash === 'string' && hasNumbers(one)
  if (!isWhole) throw new RangeError('an observation is incomplete')
  return one
}

function hasNumbers(one: Observation): boolean {
  switch (one.kind) {
    case 'broadcast':
    case 'held':
      return areWhole(one.at)
    case 'asked':
      return areWhole(one.at) && Array.isArray(one.endpoints) && one.endpoints.every((name) => typeof name === 'string')
    case 'look':
      return areWhole(one.at, one.nonce, one.head?.number, one.head?.time)
    case 'nonce-used':
      return areWhole(one.at, one.block, one.head?.number, one.head?.time)
    case 'nonce-at':
      return areWhole(one.at, one.nonce, one.block?.number, one.block?.time)
    default:
      return false
  }
}

const areWhole = (...values: readonly unknown[]): boolean => values.every(Number.isSafeInteger)

/** Whether both are of one endpoint and attempt; between two looks, a broadcast makes the second one new evidence. */
const isOfSource = (stored: Observation, { kind, endpoint, hash }: Observation): boolean =>
  stored.endpoint === endpoint &&
  stored.hash === hash &&
  (stored.kind === kind || (kind === 'look' && stored.kind === 'broadcast'))

/** The stored observation with the newer one's head and time, or `undefined` if the newer one shows something else. */
function mergeLooks(stored: Observation, newer: Observation): string | undefined {
  if (stored.kind === 'look' && newer.kind === 'look') return mergeLook(stored, newer)
  if (stored.kind === 'nonce-used' && newer.kind === 'nonce-used')
    // how it ended may not be told again
    return stored.by === newer.by && stored.blockHash === newer.blockHash
      ? encodeLossless({ ...stored, ...newer })
      : undefined
  // of an endpoint that is asked again and again, while another one denies what follows from it
  if (stored.kind === 'nonce-at' && newer.kind === 'nonce-at')
    return stored.nonce === newer.nonce && stored.final === newer.final ? encodeLossless(newer) : undefined
  return undefined
}

function mergeLook(stored: LookObservation, look: LookObservation): string | undefined {
  if (stored.nonce !== look.nonce) return undefined
  const { at, head } = look
  // An endpoint that showed the receipt before and now lacks it: its chain still holds that block.
  const isBehind = look.seen === 'behind' && stored.receipt?.blockHash === look.blockHash
  if (isBehind) return encodeLossless({ ...stored, at, head })
  const isSame =
    stored.seen === look.seen &&
    stored.otherBlock === look.otherBlock &&
    stored.receipt?.blockHash === look.receipt?.blockHash &&
    stored.receipt?.status === look.receipt?.status
  if (!isSame) return undefined
  // the balances that tell the received amount may have been pruned meanwhile
  const receipt = look.receipt && { ...stored.receipt, ...look.receipt }
  return encodeLossless({ ...stored, ...look, ...(receipt === undefined ? {} : { receipt }) })
}
