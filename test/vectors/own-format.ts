/** Our own vectors: cases of one pool's state and its trades, one after another. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Protocol } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { type Case, casesOf, parse, type Vectors } from '../conformance/vectors.ts'
import type { Answer, Format } from './finding.ts'

const protocols: readonly Protocol<unknown>[] = all

/** Of the protocol named by the file or its folder. */
export const ownFormat: Format = (content, path) => {
  if (!isVectors(content)) return undefined
  const kind = content.protocol ?? basename(dirname(path))
  const protocol = protocols.find((one) => one.kind === kind)
  if (protocol === undefined) return { unsupported: `there is no protocol "${kind}"` }
  const generation = readGeneration(kind, basename(path))
  const cases = casesOf(content).map(({ state, trades }) => ({
    state: { ...(state as object), ...generation },
    trades,
  }))
  return { protocol: kind, answers: cases.flatMap((one, i) => answersOf(protocol, one, i)) }
}

/**
 * What a file's name says of the contract's generation, if its states do not: members of the family's state, by the
 * names of files in `test/generations.json` of its folder.
 */
function readGeneration(kind: string, file: string): object {
  const path = `src/protocols/${kind}/test/generations.json`
  return existsSync(path) ? (parse<Record<string, object>>(readFileSync(path, 'utf8'))[file] ?? {}) : {}
}

function answersOf(protocol: Protocol<unknown>, { state: start, trades }: Case, index: number): readonly Answer[] {
  let state = start
  return trades.map(([from, to, amountIn, recorded], i) => {
    const trade = { from, to, amountIn: amount(amountIn) }
    const ours = protocol.amountOut(state, trade) ?? null
    if (ours !== null) state = protocol.stateAfter(state, trade)
    return { trade: `case ${index}, trade ${i}: ${amountIn} of token ${from} for ${to}`, recorded, ours }
  })
}

function isVectors(content: unknown): content is Vectors & { readonly protocol?: string } {
  return isRecord(content) && Array.isArray(content['cases'])
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
