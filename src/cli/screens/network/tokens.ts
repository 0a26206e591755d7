import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatTable } from '#cli/screens/layout/table'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

export const kindOf = ({ listed }: Token): string => (listed ? 'listed' : 'yours')

export function tokenTable(tokens: readonly Token[], screen: Screen): readonly string[] {
  const rows = tokens.map((token) => [
    sanitizeSymbol(token.symbol),
    checksum(token.address),
    String(token.decimals),
    token.listed ? kindOf(token) : screen.paint.warn(kindOf(token)),
  ])
  const decimals = { title: 'DECIMALS', align: 'right' } as const
  return formatTable([{ title: 'TOKEN' }, { title: 'ADDRESS' }, decimals, { title: 'LIST' }], rows, screen)
}

export const tokenCsv = (tokens: readonly Token[]): readonly (readonly string[])[] => [
  ['network', 'symbol', 'name', 'address', 'decimals', 'list'],
  ...tokens.map((token) => [
    token.network,
    token.symbol,
    token.name ?? '',
    checksum(token.address),
    String(token.decimals),
    kindOf(token),
  ]),
]

export const tokenLines = (token: Token, { paint }: Screen): readonly string[] =>
  [
    `  ${sanitizeSymbol(token.symbol)}${token.name === undefined ? '' : `  ${sanitize(token.name)}`}`,
    `  Address   ${checksum(token.address)}`,
    `  Decimals  ${token.decimals}`,
    `  Network   ${token.network}`,
  ].concat(
    token.listed
      ? '  List      in the list of the network'
      : `  List      ${paint.warn('UNVERIFIED: in no list of the network')}`,
  )
