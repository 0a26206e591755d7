import type { MarketAnswer, RouteQuestion } from '#domain/market'

/**
 * Answers of one block, so that equal questions get equal answers whatever was learned or lost between them: the router
 * may know more pools by then, or another thread may search from another start. What failed is not kept.
 */
export function rememberAnswers(
  find: (question: RouteQuestion) => Promise<MarketAnswer>,
  most: number,
): { find(block: string, question: RouteQuestion): Promise<MarketAnswer> } {
  const answers = new Map<string, Promise<MarketAnswer>>()
  let of = ''
  return {
    find(block, question) {
      if (block !== of) answers.clear()
      of = block
      const key = keyOf(question)
      const known = answers.get(key)
      if (known !== undefined) return known.then(atOnce)
      const answer = find(question)
      answers.set(key, answer)
      if (answers.size > most) answers.delete(answers.keys().next().value ?? '')
      answer.catch(() => {
        if (answers.get(key) === answer) answers.delete(key)
      })
      return answer
    },
  }
}

/** Nothing was searched for it again. */
const atOnce = (answer: MarketAnswer): MarketAnswer => ({ ...answer, spent: { search: 0, proof: 0 } })

const keyOf = (question: RouteQuestion): string =>
  JSON.stringify(question, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
