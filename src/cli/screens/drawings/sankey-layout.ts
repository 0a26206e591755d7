/** Where the tokens and bands of a Sankey diagram go: every pool has a lane of its own, so that its label is readable. */
import type { PictureLeg } from '#cli/screens/drawings/picture'

export interface SankeyNode {
  readonly key: string
  readonly symbol: string
  readonly x: number
  readonly y: number
  readonly height: number
}

/** A band from one node to another, through the middle of its lane. */
export interface SankeyBand {
  readonly leg: PictureLeg
  readonly width: number
  readonly from: readonly [x: number, y: number]
  readonly middle: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

export interface SankeyLayout {
  readonly nodes: readonly SankeyNode[]
  readonly bands: readonly SankeyBand[]
  readonly height: number
  /** Pools in the longest row. */
  readonly layers: number
}

export interface SankeyFrame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly nodeWidth: number
}

/** Of the whole trade, in pixels. */
const wholeWidth = 150
const minBand = 1.5
const minLane = 38
/** Between the lanes of two tokens, for the name above the lower one. */
const nameHeight = 14

/** A lane for each leg: those of one intermediate token are together, in front of it and behind it. */
interface LegLane {
  readonly leg: PictureLeg
  readonly top: number
  readonly height: number
}

/** @param legs sellers of a token follow those that buy it */
export function layOutSankey(legs: readonly PictureLeg[], frame: SankeyFrame): SankeyLayout {
  const [source, target] = [legs[0]?.fromKey ?? '', findTarget(legs)]
  const lanes = assignLanes(legs, target, frame.top)
  const layers = countLayers(legs, source)
  const last = layers.get(target) ?? 1
  const layerGap = (frame.right - frame.left - frame.nodeWidth) / last
  const xOf = (key: string): number => frame.left + layerGap * (layers.get(key) ?? 0)
  const keys = [...new Set(legs.flatMap(({ fromKey, toKey }) => [fromKey, toKey]))]
  const nodes = keys.map((key) => placeNode(key, lanes, xOf(key)))
  return {
    nodes,
    bands: lanes.map((lane) => placeBand(lane, lanes, { nodes, nodeWidth: frame.nodeWidth, layerGap })),
    layers: last,
    height: Math.max(...lanes.map(({ top, height }) => top + height)),
  }
}

const findTarget = (legs: readonly PictureLeg[]): string =>
  legs.find(({ toKey }) => legs.every(({ fromKey }) => fromKey !== toKey))?.toKey ?? ''

const bandOf = ({ weight }: PictureLeg): number => Math.max(minBand, weight * wholeWidth)
const laneOf = (leg: PictureLeg): number => Math.max(minLane, bandOf(leg) + 10)

/** The most hops from the source. */
function countLayers(legs: readonly PictureLeg[], source: string): ReadonlyMap<string, number> {
  const layers = new Map([[source, 0]])
  for (let round = 0; round < legs.length; round += 1)
    for (const { fromKey, toKey } of legs) {
      const next = (layers.get(fromKey) ?? 0) + 1
      if (next <= legs.length) layers.set(toKey, Math.max(layers.get(toKey) ?? 0, next))
    }
  return layers
}

/** Direct legs first; then, for each token between, those that buy it beside those that sell it for the target. */
function assignLanes(legs: readonly PictureLeg[], target: string, first: number): readonly LegLane[] {
  const bySize = legs.toSorted((a, b) => b.weight - a.weight)
  const between = [...new Set(legs.map(({ toKey }) => toKey))].filter((key) => key !== target)
  const isBetween = (key: string) => between.includes(key)
  let top = first
  const lanes: LegLane[] = []
  const stack = (some: readonly PictureLeg[], height: number) => {
    const spare = height - some.reduce((sum, leg) => sum + laneOf(leg), 0)
    let y = top + spare / 2
    for (const leg of some) {
      lanes.push({ leg, top: y, height: laneOf(leg) })
      y += laneOf(leg)
    }
  }
  const heightOf = (some: readonly PictureLeg[]) => some.reduce((sum, leg) => sum + laneOf(leg), 0)
  const direct = bySize.filter(({ fromKey, toKey }) => toKey === target && !isBetween(fromKey))
  stack(direct, heightOf(direct))
  top += heightOf(direct) + nameHeight
  for (const key of between) {
    const [into, out] = [
      bySize.filter(({ toKey }) => toKey === key),
      bySize.filter(({ fromKey, toKey }) => fromKey === key && toKey === target),
    ]
    const height = Math.max(heightOf(into), heightOf(out))
    stack(into, height)
    stack(out, height)
    top += height + nameHeight
  }
  return lanes
}

/** In the middle of its lanes, as high as its bands together. */
function placeNode(key: string, lanes: readonly LegLane[], x: number): SankeyNode {
  const into = lanes.filter(({ leg }) => leg.toKey === key)
  const own = into.length > 0 ? into : lanes.filter(({ leg }) => leg.fromKey === key)
  const [top, bottom] = [
    Math.min(...own.map((lane) => lane.top)),
    Math.max(...own.map((lane) => lane.top + lane.height)),
  ]
  const height = Math.max(sumOf(lanes, 'toKey', key), sumOf(lanes, 'fromKey', key))
  const symbol = own[0] === undefined ? '' : own[0].leg.toKey === key ? own[0].leg.to : own[0].leg.from
  return { key, symbol, x, y: (top + bottom - height) / 2, height }
}

const sumOf = (lanes: readonly LegLane[], end: 'fromKey' | 'toKey', key: string): number =>
  lanes.filter(({ leg }) => leg[end] === key).reduce((sum, { leg }) => sum + bandOf(leg), 0)

interface BandFrame extends Pick<SankeyFrame, 'nodeWidth'> {
  readonly nodes: readonly SankeyNode[]
  /** From one layer of tokens to the next. */
  readonly layerGap: number
}

function placeBand(lane: LegLane, lanes: readonly LegLane[], { nodes, nodeWidth, layerGap }: BandFrame): SankeyBand {
  const { leg } = lane
  const [from, to] = [leg.fromKey, leg.toKey].map((key) => nodes.find((node) => node.key === key))
  const portOf = (node: SankeyNode | undefined, end: 'fromKey' | 'toKey'): number => {
    const above = lanes.filter((other) => other.leg[end] === leg[end] && other.top < lane.top)
    return (node?.y ?? 0) + above.reduce((sum, other) => sum + bandOf(other.leg), 0) + bandOf(leg) / 2
  }
  const [x0, x1] = [(from?.x ?? 0) + nodeWidth, to?.x ?? 0]
  return {
    leg,
    width: bandOf(leg),
    from: [x0, portOf(from, 'fromKey')],
    // Of a band past other tokens before the first of them, whose name would be under its label.
    middle: [x0 + Math.min(x1 - x0, layerGap - nodeWidth) / 2, lane.top + lane.height / 2],
    to: [x1, portOf(to, 'toKey')],
  }
}
