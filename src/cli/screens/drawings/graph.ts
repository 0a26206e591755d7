/** The route as a graph in the languages of other tools. Every text is quoted by the language's rules. */
import type { PictureLeg, RoutePicture } from '#cli/screens/drawings/picture'

/** `41.1 % Uniswap V3 0.05 %`, and the amounts below. */
const labelLines = ({ share, venue, fee, amountIn, amountOut, from, to }: PictureLeg): readonly [string, string] => [
  `${share} ${venue} ${fee}`,
  `${amountIn} ${from} to ${amountOut} ${to}`,
]

/** A flowchart for Mermaid: tokens and pools as nodes, since the labels of parallel edges would cover one another. */
export function drawMermaid({ legs, paths, sellSymbol, buySymbol }: RoutePicture): readonly string[] {
  const quoted = (text: string): string =>
    `"${text.replace(/[^\w .,%:/-]/gu, (letter) => `#${letter.codePointAt(0)};`)}"`
  if (paths.length === 0) return ['flowchart LR', `  t0[${quoted(sellSymbol)}] --> t1[${quoted(buySymbol)}]`]
  const tokens = listTokens(legs)
  const nameOf = (key: string): string => `t${[...tokens.keys()].indexOf(key)}`
  return [
    'flowchart LR',
    ...[...tokens].map(([key, symbol]) => `  ${nameOf(key)}[${quoted(symbol)}]`),
    ...legs.map((leg, i) => {
      const [title, amounts] = labelLines(leg)
      const label = `"${quoted(title).slice(1, -1)}<br/>${quoted(amounts).slice(1, -1)}"`
      return `  ${nameOf(leg.fromKey)} --> p${i}([${label}]) --> ${nameOf(leg.toKey)}`
    }),
  ]
}

/** A digraph for Graphviz. */
export function drawDot({ legs }: RoutePicture): readonly string[] {
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
  return [
    'digraph route {',
    '  rankdir=LR',
    ...[...listTokens(legs)].map(([key, symbol]) => `  ${quoted(key)} [label=${quoted(symbol)}]`),
    ...legs.map((leg) => {
      const [title, amounts] = labelLines(leg)
      const label = `"${quoted(title).slice(1, -1)}\\n${quoted(amounts).slice(1, -1)}"`
      return `  ${quoted(leg.fromKey)} -> ${quoted(leg.toKey)} [label=${label}]`
    }),
    '}',
  ]
}

/** The symbols of the tokens by their keys, in the order of the trade. */
export const listTokens = (legs: readonly PictureLeg[]): ReadonlyMap<string, string> =>
  new Map(legs.flatMap(({ fromKey, from, toKey, to }) => [[fromKey, from] as const, [toKey, to] as const]))
