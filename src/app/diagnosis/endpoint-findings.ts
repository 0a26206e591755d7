import { fetchPlaces } from '#app/check-places'
import type { DeployedContracts } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { Finding } from '#domain/diagnosis'
import { SwapError } from '#domain/errors'
import { isSandbox } from '#domain/sandbox'
import type { PlaceCheck } from '#domain/service/service'
import { getRouter } from '#encoding/contracts/router'

export interface EndpointInput {
  readonly clock: Clock
  readonly contracts: DeployedContracts
  /** A chain over this endpoint alone. */
  readonly chain: Chain
  readonly host: string
}

/** Seconds by which a block may be ahead of this machine: nodes accept about as much. */
const maxSkewSeconds = 15

/** One endpoint: whether it answers, for this chain, with a recent head, and whether our router is there. */
export async function inspectEndpoint({ clock, contracts, chain, host }: EndpointInput): Promise<readonly Finding[]> {
  const { name } = chain.network
  const subject = `${name} ${host}`
  const from = clock.elapsed()
  try {
    const head = await chain.head()
    const latency = Math.round(clock.elapsed() - from)
    const router = getRouter(chain.network)
    const [code, places] = await Promise.all([chain.code(router.address), fetchPlaces(chain)])
    const state = contracts.note(name, router, code)
    const age = clock.now() - head.time
    const blocks = `${latency} ms, block ${head.number}, ${Math.max(0, age)} s old`
    const answers: Finding = {
      check: 'endpoint',
      subject,
      level: 'ok',
      message: `${blocks}, chain ${chain.network.chainId}`,
    }
    const ofEntry = places === undefined ? [] : [entryFinding(subject, name, places)]
    return [answers, routerFinding(subject, name, state === 'deployed'), ...ofEntry, ...clockFindings(subject, age)]
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return [
      { check: 'endpoint', subject, level: 'problem', message: error.message, fix: error.fix[0] ?? 'give another one' },
    ]
  }

  /** A sandbox mines only when it is asked to, so its blocks say nothing about the time. */
  function clockFindings(of: string, age: number): readonly Finding[] {
    if (isSandbox(name)) return []
    if (age >= -maxSkewSeconds) return [{ check: 'clock', subject: of, level: 'ok', message: 'agrees with the block' }]
    const message = `this machine’s clock is ${-age} s behind the block`
    return [
      {
        check: 'clock',
        subject: of,
        level: 'problem',
        message,
        fix: 'set the clock: quotes and deadlines count seconds',
      },
    ]
  }
}

function entryFinding(subject: string, network: string, places: readonly PlaceCheck[]): Finding {
  const wrong = places.filter(({ problem }) => problem !== undefined)
  const right = `${places.length - wrong.length} of ${places.length} contracts are as the entry states`
  if (wrong.length === 0) return { check: 'entry', subject, level: 'ok', message: right }
  const names = wrong.map(({ name, problem }) => `${name} (${problem})`).join(', ')
  const fix = `swapline networks ${network} --check --report found.json, and send it to us`
  return { check: 'entry', subject, level: 'problem', message: `${right}, but not ${names}`, fix }
}

const routerFinding = (subject: string, network: string, isOurs: boolean): Finding =>
  isOurs
    ? { check: 'router', subject, level: 'ok', message: 'our code, to the byte' }
    : {
        check: 'router',
        subject,
        level: 'note',
        message: 'our router is not there: quotes only',
        fix: `swapline router deploy -n ${network}`,
      }
