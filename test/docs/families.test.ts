/** The table of families in docs/families.md follows from the adapters and their vectors; `-u` writes it anew. */
import { expect, test } from 'vitest'
import type { Pool, Protocol, Trade } from '#domain/protocol'
import { amount, evm } from '#domain/units'
import { all as adapters } from '#protocols/all.gen'
import { besideMove } from '#routing/leg-gas'
import { all as compared } from '../conformance/families.gen.ts'
import { type Case, readVectors } from '../conformance/vectors.ts'

const head = `# Families of pools

What stands behind the amounts of each family. *Proven* means that they equal real bytecode, or outputs recorded by others;
what is not proven is off unless you say \`--unproven\`. \`test/conformance\` plays 10,000 random trades of each family on
its contract, of one unit to more than the pool can take, each on what the last one left, and every output has to be equal;
what is not proven is compared with a second derivation of our own. Where no package has the contract's code, random trades
are played on a port of it, which finds slips and no misreadings.
Recorded are trades that lie beside the adapter and are compared in every run; \`npm run vectors\` compares them too. Gas is
what routing counts for a hop with the pools of the recorded trades: the median, and the most. Where amounts cannot be worked
out, the family's README beside its code says so.

| family | proven | by | random trades | recorded | gas of a hop |
|---|---|---|---:|---:|---:|
`

const protocols: readonly Protocol<unknown>[] = adapters

test('the table of families is what the adapters say', async () => {
  const rows = protocols.map(rowOf)
  await expect(`${head}${rows.join('\n')}\n`).toMatchFileSnapshot('../../docs/families.md')
})

function rowOf(protocol: Protocol<unknown>): string {
  const { kind, proof } = protocol
  const { cases } = readVectors(kind)
  const recorded = cases.reduce((sum, { trades }) => sum + trades.length, 0)
  const played = compared.some((family) => family.kind === kind) ? '10,000' : 'none'
  const spent = cases.flatMap((one) => gasOf(protocol, one)).toSorted((a, b) => a - b)
  const [median, most] = [spent[spent.length >> 1] ?? 0, spent.at(-1) ?? 0].map(thousands)
  const cells = [`[${kind}](../src/protocols/${kind}/README.md)`, proof.proven ? 'yes' : 'no', proof.by, played]
  return `| ${[...cells, thousands(recorded), `${median}, ${most}`].join(' | ')} |`
}

/** Of the first trade that each recorded pool took, with what the router adds to it. */
function gasOf(protocol: Protocol<unknown>, { state, trades }: Case): readonly number[] {
  const [first] = trades.filter(([, , , out]) => out !== null)
  if (first === undefined) return []
  const trade: Trade = { from: first[0], to: first[1], amountIn: amount(first[2]) }
  return [Number(protocol.gas(state, trade) + besideMove[protocol.move(anyPool(protocol.kind), trade).move])]
}

/** A pool of the family that is nowhere: only the kind of its move is looked at. */
function anyPool(protocol: string): Pool {
  const address = evm(`0x${'11'.repeat(20)}`)
  const venue = { protocol, name: protocol, title: protocol, factory: address, feesPpm: [3_000] }
  const facts = { poolId: `0x${'00'.repeat(32)}`, keyFee: 0, tickSpacing: 1, spacing: 1, id: `0x${'00'.repeat(32)}` }
  return { venue, address, tokens: [address, address], feePpm: 3_000, facts }
}

const thousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
