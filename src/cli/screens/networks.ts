import { checksum } from '#cli/checksum'
import type { Screen } from '#cli/out/screen'
import { maskedUrl } from '#cli/parse/url'
import { safe } from '#cli/safe-text'
import { block } from '#cli/screens/block'
import { type Column, table } from '#cli/screens/table'
import { grouped } from '#cli/screens/text'
import { isSandbox } from '#domain/sandbox'
import { type ContractCheck, type NetworkStatus, routerOf } from '#domain/service'

/** Where nothing was asked, nobody knows whether our router stands there. */
function stateWord({ listing, state, check }: NetworkStatus): string {
  switch (state) {
    case 'ready':
      return 'ready'
    case 'read-only':
      return check === undefined ? 'endpoint known' : 'quotes only: our router is not there'
    case 'no-rpc':
      return isSandbox(listing.name) ? 'not running' : 'no endpoint'
    case 'planned':
      return 'known by name'
  }
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
    : seen.map(row)
  const ready = seen.filter(({ state }) => state === 'ready').length
  return [
    ...table(checked ? checkColumns : columns, rows, screen),
    checked ? `  ${rows.length} asked, ${ready} ready` : `  ${seen.length} networks`,
  ]
}

/** The same as CSV. */
export const networkRows = (seen: readonly NetworkStatus[]): readonly (readonly string[])[] => [
  ['network', 'chain', 'type', 'native', 'state'],
  ...seen.map((status) => [...row(status).slice(0, 4), status.state]),
]

function row(status: NetworkStatus): readonly string[] {
  const { listing } = status
  const native = safe(listing.entry?.native.symbol ?? '–', 24)
  return [listing.name, String(listing.chainId ?? '–'), listing.family, native, stateWord(status)]
}

function checkRow(status: NetworkStatus, { paint }: Screen): readonly string[] {
  const { listing, state, check } = status
  const bad = check?.problem !== undefined || check?.chainIdOk === false
  const word = bad ? `✖ ${safe(check?.problem ?? 'wrong chain id', 60)}` : stateWord(status)
  return [
    listing.name,
    String(listing.chainId ?? '–'),
    String(check?.latencyMs ?? '–'),
    check?.head === undefined ? '–' : grouped(String(check.head)),
    ...standing(check),
    bad ? paint.bad(word) : state === 'ready' ? paint.good(word) : word,
  ]
}

/** Whether our router is there, and how many of its adapters are. */
function standing(check: NetworkStatus['check']): readonly [router: string, adapters: string] {
  if (check === undefined || check.contracts.length === 0) return ['–', '–']
  const adapters = check.contracts.filter(({ name }) => name !== 'router')
  const ours = adapters.filter(({ ok }) => ok).length
  return [routerOf(check)?.ok ? 'ours' : '–', `${ours} of ${adapters.length}`]
}

/** One network: what we know of it, and where it is asked. */
export function networkBlock(status: NetworkStatus, own: readonly string[]): readonly string[] {
  const { listing, check, unproven = [] } = status
  const { entry } = listing
  const endpoints = own.length > 0 ? own : (entry?.rpc ?? [])
  return block(
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
            [['Tokens', entry.tokens.map(({ symbol }) => symbol).join(', ')] as const],
            ...endpoints.map((url) => [['RPC', maskedUrl(url)] as const]),
          ]),
      ...(check === undefined ? [] : [[['Check', checkWords(check)] as const]]),
      ...(check?.contracts ?? []).map((contract) => [contractRow(contract)]),
    ],
    10,
  )
}

function checkWords(check: NonNullable<NetworkStatus['check']>): string {
  if (check.problem !== undefined) return `✖ ${safe(check.problem, 200)}`
  return `✔ ${check.latencyMs} ms, block ${grouped(String(check.head))}, ${check.headAgeSeconds} s old`
}

function contractRow({ name, address, ok }: ContractCheck): readonly [string, string] {
  const place = `${checksum(address)} ${ok ? '✔ our code' : '✖ not there'}`
  return name === 'router' ? ['Router', place] : ['Adapter', `${place} · ${name}`]
}
