/** Nanoseconds per quote: with one state queried repeatedly, and with a new state each time. */
import type { Protocol } from '#domain/pools/protocol'
import type { Amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { readMainnet } from './vectors.ts'

interface KnownState {
  readonly ticks?: readonly unknown[]
  readonly feePpm: number
}

const protocols: readonly Protocol<unknown>[] = all

export function measureSpeed(): readonly string[] {
  return readMainnet()
    .map((pool) => ({ ...pool, state: pool.state as KnownState }))
    .filter(({ state }) => state.ticks === undefined || state.ticks.length > 100)
    .map(({ protocol: kind, pair, state }) => {
      const protocol = protocols.find((one) => one.kind === kind)
      if (protocol === undefined) throw new Error(`no ${kind}`)
      const amounts = sizes(protocol, state)
      const trades = amounts.map((amountIn) => ({ from: 0, to: 1, amountIn: amountIn as Amount }))
      const ask = (asked: unknown) => {
        for (const trade of trades) protocol.amountOut(asked, trade)
      }
      const warm = time(() => ask(state)) / trades.length
      const cold = time(() => ask({ ...state })) / trades.length
      const label = `${kind} ${pair} ${state.feePpm} ppm, ${state.ticks?.length ?? 0} ticks`
      return `${label}: ${warm.toFixed(0)} ns warm, ${cold.toFixed(0)} ns with a new state each ${trades.length} trades`
    })
}

/** Twenty amounts, from tiny to about all the pool takes. */
function sizes(protocol: Protocol<unknown>, state: unknown): readonly bigint[] {
  const isTaken = (amountIn: bigint) => protocol.amountOut(state, { from: 0, to: 1, amountIn: amountIn as Amount })
  let max = 1n << 120n
  while (max > 1n && isTaken(max) === undefined) max >>= 1n
  return Array.from({ length: 20 }, (_, i) => max >> BigInt(2 * i)).filter((n) => n > 0n && isTaken(n) !== undefined)
}

/** The fastest of seven runs, nanoseconds. */
function time(work: () => void): number {
  const runs = Array.from({ length: 7 }, () => {
    const start = process.hrtime.bigint()
    for (let i = 0; i < 300; i += 1) work()
    return Number(process.hrtime.bigint() - start) / 300
  })
  return Math.min(...runs)
}
