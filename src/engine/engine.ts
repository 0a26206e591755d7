/** All networks of a service, kept warm. */

import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { Market } from '#domain/quotes/market'
import type { NetworkName } from '#domain/units'
import type { Routing, RoutingFigures } from './routing.ts'
import { createWarmMarket, type MarketFigures, type WarmMarket } from './warm-market.ts'

export interface EngineContext {
  readonly clock: Clock
  readonly routing: Routing
  readonly onError: (error: unknown) => void
}

export interface Engine {
  /** The market of a chain's network: created at the first call, the same one from then on. */
  market(chain: Chain): Market
  readonly figures: () => EngineFigures
  stop(): Promise<void>
}

export interface EngineFigures extends RoutingFigures {
  readonly markets: ReadonlyMap<NetworkName, MarketFigures>
}

/** Short sleeps, so that none of them outlives the service for long. */
const pollMs = 50

export function createEngine({ clock, routing, onError: failed }: EngineContext): Engine {
  const markets = new Map<NetworkName, WarmMarket>()
  let stopping = false

  async function follow(market: WarmMarket): Promise<void> {
    let due = clock.elapsed()
    while (!stopping) {
      if (clock.elapsed() >= due && market.isInUse()) {
        await market.followHead()
        due = clock.elapsed() + market.intervalMs
      }
      await clock.sleep(pollMs)
    }
  }

  return {
    market(chain) {
      const { name } = chain.network
      const known = markets.get(name)
      if (known !== undefined) return known
      const market = createWarmMarket({ clock, chain, routing, onError: failed })
      markets.set(name, market)
      void follow(market)
      return market
    },
    figures: () => ({
      ...routing.figures(),
      markets: new Map([...markets].map(([name, market]) => [name, market.figures()])),
    }),
    async stop() {
      stopping = true
      await routing.stop()
    },
  }
}
