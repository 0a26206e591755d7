import type { Mark } from '#domain/creations'
import type { Chain } from '#domain/ports'

/**
 * Of marks that are about as far back, the oldest: a chain of any length keeps some thirty, the first one always, and
 * what is read again after a reorganisation is a few times as long as that.
 */
export function thinned(marks: readonly Mark[]): readonly Mark[] {
  const [newest] = marks
  const kept = new Map<number, Mark>()
  for (const mark of marks) kept.set(Math.floor(Math.log2((newest?.block ?? 0) - mark.block + 1)), mark)
  return [...kept.values()].sort((a, b) => b.block - a.block)
}

/** The first block, by which a chain is told from every other. Nobody logs anything in it. */
export async function firstMark(chain: Pick<Chain, 'hashes'>): Promise<readonly Mark[]> {
  const [hash] = await chain.hashes([0])
  return hash === undefined ? [] : [{ block: 0, hash }]
}

/** The marks that the chain still has, newest first. */
export async function standing(chain: Pick<Chain, 'hashes'>, marks: readonly Mark[]): Promise<readonly Mark[]> {
  const hashes = await chain.hashes(marks.map(({ block }) => block))
  return marks.filter(({ hash }, i) => hashes[i] === hash)
}
