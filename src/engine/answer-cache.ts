import type { MarketAnswer, RouteQuery } from '#domain/quotes/market'

/**
 * Caches the answers of one block, so that equal queries get equal answers: meanwhile the router may know more pools,
 * or another worker may search from another start. Failures are not cached.
 */
export function cacheAnswers(
  find: (query: RouteQuery) => Promise<MarketAnswer>,
  max: number,
): { find(block: string, question: RouteQuery): Promise<MarketAnswer> } {
  const answers = new Map<string, Promise<MarketAnswer>>()
  let of = ''
  return {
    find(block, question) {
      if (block !== of) answers.clear()
      of = block
      const key = keyOf(question)
      const known = answers.get(key)
      if (known !== undefined) return known.then(toCachedAnswer)
      const answer = find(question)
      answers.set(key, answer)
      if (answers.size > max) answers.delete(answers.keys().next().value ?? '')
      answer.catch(() => {
        if (answers.get(key) === answer) answers.delete(key)
      })
      return answer
    },
  }
}

/** No time was spent on it again. */
const toCachedAnswer = (answer: MarketAnswer): MarketAnswer => ({ ...answer, spent: { search: 0, proof: 0 } })

const keyOf = (question: RouteQuery): string =>
  JSON.stringify(question, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
