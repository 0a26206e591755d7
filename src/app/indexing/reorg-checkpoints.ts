import type { Chain } from '#domain/chain/port'
import type { ReorgCheckpoint } from '#domain/pools/creations'

/**
 * Keeps the oldest of checkpoints at similar depth: about thirty for a chain of any length, always including the first.
 * After a reorganization, a few times its length is read again.
 */
export function pruneCheckpoints(marks: readonly ReorgCheckpoint[]): readonly ReorgCheckpoint[] {
  const [newest] = marks
  const kept = new Map<number, ReorgCheckpoint>()
  for (const mark of marks) kept.set(Math.floor(Math.log2((newest?.block ?? 0) - mark.block + 1)), mark)
  return [...kept.values()].sort((a, b) => b.block - a.block)
}

/** The first block, which identifies the chain. It has no logs. */
export async function readFirstCheckpoint(chain: Pick<Chain, 'blocks'>): Promise<readonly ReorgCheckpoint[]> {
  const [first] = await chain.blocks([0])
  return first === undefined ? [] : [{ block: 0, hash: first.hash }]
}

const minReorgDepth = 16

/** So many of the newest blocks are read once more, as they are the most likely to be replaced. */
export const reorgDepthOf = ({ network }: Pick<Chain, 'network'>): number =>
  Math.max(network.confirmations, minReorgDepth)

/**
 * The checkpoints of which nothing was replaced, newest first: a newer one may be on the chain though what was indexed below
 * it is of another branch. Of those that the endpoint does not have nothing is known.
 */
export async function filterCanonical(
  chain: Pick<Chain, 'blocks'>,
  marks: readonly ReorgCheckpoint[],
): Promise<readonly ReorgCheckpoint[]> {
  const blocks = await chain.blocks(marks.map(({ block }) => block))
  const replaced = marks.findLastIndex(({ hash }, i) => blocks[i] !== undefined && blocks[i].hash !== hash)
  return marks.filter((_, i) => i > replaced && blocks[i] !== undefined)
}
