/** Services over one chain that is reverted to the same state before each quote: its pools are read once. */
import { createDeployedContracts } from '#app/deployed-contracts'
import { createService } from '#app/service'
import type { Chain } from '#domain/chain/port'
import type { PoolSurveyResult } from '#domain/chain/survey'
import { fail } from '#domain/errors'
import type { Protocols } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import type { QuoteStore } from '#domain/service/stores'
import { systemClock } from '#system/clock'

const maxKept = 400

/**
 * The same pools for the same question, for as long as the chain is the same at every question; allowances may differ,
 * so reads are made each time.
 */
export function rememberPools(chain: Chain): Chain {
  const kept = new Map<string, Promise<PoolSurveyResult>>()
  return {
    ...chain,
    async survey({ reads, ...request }) {
      const key = JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      const found = kept.get(key) ?? chain.survey({ ...request, reads: [] })
      kept.delete(key)
      kept.set(key, found)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      const [survey, answers] = await Promise.all([found, chain.read(reads)])
      return { ...survey, answers }
    },
  }
}

/** The quotes of a run, of which only the last is asked for. */
function createLastQuote(): QuoteStore {
  let last: Quote | undefined
  return {
    put: async (quote) => {
      last = quote
    },
    get: async (reference) => {
      if (last?.id !== reference) throw fail('QUOTE_NOT_FOUND', { id: reference })
      return { quote: last, consumedAt: undefined }
    },
    consume: async () => undefined,
    findByPayload: async () => [],
    sweep: async () => 0,
  }
}

interface ServiceParts {
  readonly chain: Chain
  readonly protocols: Protocols
  readonly throughRouter: boolean
}

let quotes = 0

export const createGasService = ({ chain, protocols, throughRouter }: ServiceParts): Service =>
  createService({
    clock: systemClock,
    uuid: () => {
      quotes += 1
      return `00000000-0000-4000-8000-${String(quotes).padStart(12, '0')}`
    },
    chain: async () => chain,
    quotes: createLastQuote(),
    protocols,
    contracts: createDeployedContracts(),
    throughRouter,
    endpoints: async () => [],
    sandboxes: async () => [],
  })
