import type { ListedToken, Network } from '#domain/network'
import { isSandbox } from '#domain/sandbox'
import { evm } from '#domain/units'

/** A token of a published list, which the entry of its network may know already. */
export interface PublishedToken extends ListedToken {
  readonly name: string
  /** https URL of a picture. */
  readonly logo?: string
}

const loaded = new Map<number, readonly PublishedToken[]>()

/**
 * The published list of a network's tokens; empty if none has it, and for a sandbox. It is large, so nothing that is
 * named by the entry loads it.
 */
export async function loadTokenList({ name, chainId }: Network): Promise<readonly PublishedToken[]> {
  if (isSandbox(name)) return []
  const known = loaded.get(chainId)
  if (known !== undefined) return known
  const { logoFolders, tokenLists } = await import('./token-list.gen.ts')
  const list = (tokenLists[chainId] ?? '').split('\n').flatMap((line) => parseLine(line, logoFolders) ?? [])
  loaded.set(chainId, list)
  return list
}

function parseLine(line: string, folders: readonly string[]): PublishedToken | undefined {
  const [address = '', decimals, symbol = '', name = symbol, logo = ''] = line.split('|')
  if (address === '') return undefined
  const token = { address: evm(address), decimals: Number(decimals), symbol, name }
  if (logo === '') return token
  const folder = /^\d/.test(logo) ? folders[Number(logo[0])] : undefined
  return { ...token, logo: folder === undefined ? logo : `${folder}${logo.slice(1)}` }
}
