/** The route as a graph in the languages of other tools. Every text in them is quoted by that language's rules. */
import type { Picture, PictureHop } from '#cli/screens/picture'

/** Tokens as nodes, pools as edges. */
interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
}

function edgesOf({ paths }: Picture): readonly Edge[] {
  return paths.flatMap(({ share, hops }) =>
    hops.map((hop, i) => ({ from: hop.from, to: hop.to, label: `${i === 0 ? `${share} ` : ''}${labelOf(hop)}` })),
  )
}

const labelOf = ({ venue, fee }: PictureHop): string => `${venue} ${fee}`

/** A flowchart for Mermaid. */
export function mermaidDrawing(picture: Picture): readonly string[] {
  const quoted = (text: string): string =>
    `"${text.replace(/[^\w .,%:/-]/gu, (letter) => `#${letter.codePointAt(0)};`)}"`
  const names = nodesOf(picture)
  return [
    'flowchart LR',
    ...names.map((name, i) => `  t${i}[${quoted(name)}]`),
    ...edgesOf(picture).map(
      ({ from, to, label }) => `  t${names.indexOf(from)} -- ${quoted(label)} --> t${names.indexOf(to)}`,
    ),
  ]
}

/** A digraph for Graphviz. */
export function dotDrawing(picture: Picture): readonly string[] {
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`
  return [
    'digraph route {',
    '  rankdir=LR',
    ...edgesOf(picture).map(({ from, to, label }) => `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}]`),
    '}',
  ]
}

function nodesOf(picture: Picture): readonly string[] {
  return [...new Set(edgesOf(picture).flatMap(({ from, to }) => [from, to]))]
}
