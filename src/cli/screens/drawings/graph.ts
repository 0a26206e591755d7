/** The route as a graph in the languages of other tools. Every text is quoted by the language's rules. */
import type { PictureHop, RoutePicture } from '#cli/screens/drawings/picture'

/** Tokens as nodes, pools as edges. */
interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
}

function listEdges({ paths }: RoutePicture): readonly Edge[] {
  return paths.flatMap(({ share, hops }) =>
    hops.map((hop, i) => ({ from: hop.from, to: hop.to, label: `${i === 0 ? `${share} ` : ''}${labelOf(hop)}` })),
  )
}

const labelOf = ({ venue, fee }: PictureHop): string => `${venue} ${fee}`

/** A flowchart for Mermaid. */
export function drawMermaid(picture: RoutePicture): readonly string[] {
  const quoted = (text: string): string =>
    `"${text.replace(/[^\w .,%:/-]/gu, (letter) => `#${letter.codePointAt(0)};`)}"`
  const names = listNodes(picture)
  return [
    'flowchart LR',
    ...names.map((name, i) => `  t${i}[${quoted(name)}]`),
    ...listEdges(picture).map(
      ({ from, to, label }) => `  t${names.indexOf(from)} -- ${quoted(label)} --> t${names.indexOf(to)}`,
    ),
  ]
}

/** A digraph for Graphviz. */
export function drawDot(picture: RoutePicture): readonly string[] {
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
  return [
    'digraph route {',
    '  rankdir=LR',
    ...listEdges(picture).map(({ from, to, label }) => `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}]`),
    '}',
  ]
}

function listNodes(picture: RoutePicture): readonly string[] {
  return [...new Set(listEdges(picture).flatMap(({ from, to }) => [from, to]))]
}
