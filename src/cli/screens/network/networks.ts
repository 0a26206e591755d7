import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { type Column, formatTable } from '#cli/screens/layout/table'
import { groupDigits } from '#cli/screens/layout/text'
import type { Closure } from '#domain/network'
import { isSandbox } from '#domain/sandbox'
import { type ContractCheck, type NetworkStatus, type PlaceCheck, routerOf } from '#domain/service/service'
import { checksum } from '#text/checksum'
import { maskUrl } from '#text/mask-url'

/** Without a check it is unknown whether our router is deployed there. */
function stateWord({ listing, state, check }: NetworkStatus): string {
  switch (state) {
    case 'ready':
      return 'ready'
    case 'read-only':
      if (listing.closed !== undefined) return closedWords[listing.closed]
      return check === undefined ? 'endpoint known' : 'quotes only: our router is not there'
    case 'no-rpc':
      return isSandbox(listing.name) ? 'not running' : 'no endpoint'
    case 'planned':
      return listing.closed === undefined ? 'known by name' : closedWords[listing.closed]
  }
}

const closedWords: Readonly<Record<Closure, string>> = {
  sunset: 'shut down',
  'era-vm': 'runs EraVM: read only',
  svm: 'no EVM chain: not yet',
}

const columns: readonly Column[] = [
  { title: 'NETWORK' },
  { title: 'CHAIN', align: 'right' },
  { title: 'TYPE' },
  { title: 'NATIVE' },
  { title: 'STATE' },
]

const checkColumns: readonly Column[] = [
  ...columns.slice(0, 2),
  { title: 'RPC (ms)', align: 'right' },
  { title: 'HEAD', align: 'right' },
  { title: 'ROUTER' },
  { title: 'ADAPTERS' },
  { title: 'STATE' },
]

export function networksTable(seen: readonly NetworkStatus[], checked: boolean, screen: Screen): readonly string[] {
  const rows = checked
    ? seen.filter(({ check }) => check !== undefined).map((one) => checkRow(one, screen))
    : seen.map(networkRow)
  const ready = seen.filter(({ state }) => state === 'ready').length
  return [
    ...formatTable(checked ? checkColumns : columns, rows, screen),
    checked ? `  ${rows.length} asked, ${ready} ready` : `  ${seen.length} networks`,
  ]
}

/** The same as CSV. */
export const networkRows = (seen: readonly NetworkStatus[]): readonly (readonly string[])[] => [
  ['network', 'chain', 'type', 'native', 'state'],
  ...seen.map((status) => networkRow(status).map((cell) => (cell === '–' ? '' : cell))),
]

function networkRow(status: NetworkStatus): readonly string[] {
  const { listing } = status
  const native = sanitize(listing.readable?.native.symbol ?? '–', 24)
  return [listing.name, String(listing.chainId ?? '–'), listing.family, native, stateWord(status)]
}

function checkRow(status: NetworkStatus, { paint }: Screen): readonly string[] {
  const { listing, state, check } = status
  const bad = check?.problem !== undefined || check?.chainIdOk === false
  const wrong = check?.places?.filter(({ problem }) => problem !== undefined).length ?? 0
  const told = wrong === 0 ? stateWord(status) : `${stateWord(status)}, ${wrong} of the entry wrong`
  const word = bad ? `✖ ${sanitize(check?.problem ?? 'wrong chain id', 200)}` : told
  return [
    listing.name,
    String(listing.chainId ?? '–'),
    String(check?.latencyMs ?? '–'),
    check?.head === undefined ? '–' : groupDigits(String(check.head)),
    ...contractCells(check),
    bad ? paint.bad(word) : state === 'ready' ? paint.good(word) : word,
  ]
}

/** Whether our router is there, and how many of its adapters are. */
function contractCells(check: NetworkStatus['check']): readonly [router: string, adapters: string] {
  if (check === undefined || check.contracts.length === 0) return ['–', '–']
  const adapters = check.contracts.filter(({ name }) => name !== 'router')
  const ours = adapters.filter(({ ok }) => ok).length
  return [routerOf(check)?.ok ? 'ours' : '–', `${ours} of ${adapters.length}`]
}

/** One network: its facts and its endpoints. */
interface NetworkExtras {
  /** The user's endpoints. */
  readonly own: readonly string[]
  /** That lead from there to another network. */
  readonly bridges: readonly string[]
}

export function networkBlock(
  status: NetworkStatus,
  { own, bridges }: NetworkExtras,
  screen: Screen,
): readonly string[] {
  const { listing, check, unproven = [] } = status
  const { readable: entry } = listing
  const endpoints = own.length > 0 ? own : (entry?.rpc ?? [])
  return formatBlock(
    [
      [['Network', `${listing.name} (${listing.title})`]],
      [['Chain', String(listing.chainId ?? '–')]],
      [['State', stateWord(status)]],
      ...(entry === undefined
        ? []
        : [
            [['Native', entry.native.symbol] as const],
            [['Sources', entry.venues.map(({ name }) => name).join(', ') || '–'] as const],
            ...(unproven.length === 0
              ? []
              : [[['Unproven', `${unproven.join(', ')} (--unproven uses them)`] as const]]),
            [['Bridges', bridges.join(', ') || '–'] as const],
            [['Tokens', entry.tokens.map(({ symbol }) => symbol).join(', ')] as const],
            ...endpoints.map((url) => [['RPC', maskUrl(url)] as const]),
          ]),
      ...(check === undefined ? [] : [[['Check', checkWords(check)] as const]]),
      ...(check?.contracts ?? []).map((contract) => [contractRow(contract)]),
      ...placeRows(check?.places),
    ],
    10,
    screen,
  )
}

function checkWords(check: NonNullable<NetworkStatus['check']>): string {
  if (check.problem !== undefined) return `✖ ${sanitize(check.problem, 200)}`
  return `✔ ${check.latencyMs} ms, block ${groupDigits(String(check.head))}, ${check.headAgeSeconds} s old`
}

/** How many places are as the entry states, and those that are not. */
function placeRows(places: readonly PlaceCheck[] | undefined): readonly (readonly [readonly [string, string]])[] {
  if (places === undefined) return []
  const wrong = places.filter(({ problem }) => problem !== undefined)
  const right = `${places.length - wrong.length} of ${places.length} as the entry states`
  return [
    [['Places', wrong.length === 0 ? `✔ ${right}` : right]],
    ...wrong.map((place): readonly [readonly [string, string]] => [
      ['Wrong', `✖ ${describePlace(place)}: ${sanitize(place.problem ?? '', 120)}`],
    ]),
  ]
}

function describePlace({ kind, name, address }: PlaceCheck): string {
  const names = name === kind ? [] : [sanitize(name, 40)]
  return [kind, ...names, ...(address === undefined ? [] : [checksum(address)])].join(' ')
}

function contractRow({ name, address, ok }: ContractCheck): readonly [string, string] {
  const place = `${checksum(address)} ${ok ? '✔ our code' : '✖ not there'}`
  return name === 'router' ? ['Router', place] : ['Adapter', `${place} · ${name}`]
}
