/** How the bytes of a transaction leave this machine, if not to the nodes that are read from. */

import { findLatestLooks, sameMomentSeconds } from '#domain/journal/looks'
import type { Observation } from '#domain/journal/observations'

/** Blocks without being mined after which the same bytes go to public nodes. */
export type PrivateFallback = 'never' | number

/** A user's choice, before anything is signed. */
export interface PrivateChoice {
  /** Of the one endpoint that gets the bytes: https, or http on this machine. May hold a key. */
  readonly url: string
  readonly fallback: PrivateFallback
}

/**
 * Stored with the signed bytes, so that every later process follows it. The versions of a step share it: a replacement
 * goes where the replaced bytes went.
 */
export interface PrivateSending {
  /** The endpoint's host, never its path, which may hold a key. */
  readonly endpoint: string
  /** Its URL if scheme and host are all of it; otherwise the settings or the network's entry have to name it. */
  readonly origin?: string
  readonly fallback: PrivateFallback
  /** The head of the chain before the first version was signed: the fallback counts from here. */
  readonly since: number
}

/** The record of a choice: without what may be secret. */
export function toPrivateSending({ url, fallback }: PrivateChoice, since: number): PrivateSending {
  const { host, origin } = new URL(url)
  return { endpoint: host, ...(isOrigin(url) ? { origin } : {}), fallback, since }
}

/** Whether a URL is a scheme and a host, and so holds no secret. */
export function isOrigin(text: string): boolean {
  const { username, password, pathname, search, hash } = new URL(text)
  return username === '' && password === '' && pathname === '/' && search === '' && hash === ''
}

/** The block at which the fallback begins; `undefined` if it never does. */
export const findFallbackBlock = ({ fallback, since }: PrivateSending): number | undefined =>
  fallback === 'never' ? undefined : since + fallback

/**
 * Where the bytes of a step may go now: only to its private endpoint, or to public nodes. With a fallback they go public
 * once every endpoint that was asked last shows a head that is late enough, and never go back: one node that runs ahead,
 * or lies, does not end the privacy.
 */
export function findBroadcastTarget(
  sending: PrivateSending | undefined,
  observations: readonly Observation[],
): PrivateSending | 'public' {
  if (sending === undefined) return 'public'
  const begins = findFallbackBlock(sending)
  if (begins === undefined) return sending
  if (isPublished(observations)) return 'public'
  const looks = findLatestLooks(observations)
  const newest = Math.max(...looks.map(({ at }) => at))
  const heads = looks.filter(({ at }) => at >= newest - sameMomentSeconds).map(({ head }) => head.number)
  return heads.length > 0 && Math.min(...heads) >= begins ? 'public' : sending
}

/** Whether bytes of the step were handed to a public node, by this program. */
export const isPublished = (observations: readonly Observation[]): boolean =>
  observations.some((one) => one.kind === 'broadcast' && one.via !== 'private')
