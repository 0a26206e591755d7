/** Our own vectors: cases of one pool's state and its trades, one after another. */
import { basename, dirname } from 'node:path'
import type { Protocol } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import type { Case, Vectors } from '../conformance/vectors.ts'
import type { Answer, Format } from './finding.ts'

const protocols: readonly Protocol<unknown>[] = all

/** Of the protocol named by the file or its folder. */
export const ownFormat: Format = (content, path) => {
  if (!isVectors(content)) return undefined
  const kind = content.protocol ?? basename(dirname(path))
  const protocol = protocols.find((one) => one.kind === kind)
  if (protocol === undefined) return { unsupported: `there is no protocol "${kind}"` }
  return { protocol: kind, answers: content.cases.flatMap((one, i) => answersOf(protocol, one, i)) }
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
