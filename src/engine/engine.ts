/** All networks of a service kept warm. */
import type { Market } from '#domain/market'
import type { Chain, Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import { createMarket, type MarketFigures, type WarmMarket } from './market.ts'
import type { Routing, RoutingFigures } from './routing.ts'

export interface EngineContext {
  readonly clock: Clock
  readonly routing: Routing
  readonly failed: (error: unknown) => void
}

export interface Engine {
  /** The market of a chain's network: made at the first call, the same one from then on. */
  market(chain: Chain): Market
  readonly figures: () => EngineFigures
  stop(): Promise<void>
}

export interface EngineFigures extends RoutingFigures {
  readonly markets: ReadonlyMap<NetworkName, MarketFigures>
}

/** Short sleeps, so that none of them outlives the service for long. */
const stepMs = 50

export function createEngine({ clock, routing, failed }: EngineContext): Engine {
  const markets = new Map<NetworkName, WarmMarket>()
  let stopping = false

  async function follow(market: WarmMarket): Promise<void> {
    let due = clock.elapsed()
    while (!stopping) {
      if (clock.elapsed() >= due && market.wanted()) {
        await market.follow()
        due = clock.elapsed() + market.every
      }
      await clock.sleep(stepMs)
    }
  }

  return {
    market(chain) {
      const { name } = chain.network
      const known = markets.get(name)
      if (known !== undefined) return known
      const market = createMarket({ clock, chain, routing, failed })
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
