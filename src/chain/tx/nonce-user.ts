import { blockOf, headCall, parseHead } from '#chain/blocks/head'
import type { CheckedEndpoint, Endpoints } from '#chain/rpc/endpoints'
import { rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parseNumber, requireResult } from '#chain/rpc/values'
import type { NonceSearch, NonceUser, ProveTransaction } from '#domain/chain/chain-evidence'
import type { Network } from '#domain/network'
import { findUserInBlock, type ShownUser, searchNonceUser } from './nonce-search.ts'
import { checkProof } from './proof.ts'

interface UserContext {
  readonly endpoints: Pick<Endpoints, 'find' | 'useAll'>
  readonly network: Pick<Network, 'chainId'>
  /** If absent, nothing is proven. */
  readonly prove: ProveTransaction | undefined
}

/**
 * As `Chain.findNonceUser`. What an endpoint shows counts if the account's signature is on it, and no other endpoint has
 * another block there, or the nonce used below it: an invented transaction, or one that was signed and never mined, would
 * prove that ours cannot be mined any more. One of our own in any endpoint's block goes first.
 */
export function findNonceUser(context: UserContext, search: NonceSearch): Promise<NonceUser | undefined> {
  const { find, useAll } = context.endpoints
  return find(async (endpoint) => {
    const shown = await searchNonceUser(endpoint, search)
    if (shown === undefined) return undefined
    const proof = await checkUser(context, search, shown)
    if (proof === 'forged') return undefined
    const views = await useAll((one) => viewBlock(one, search, shown))
    const own = [shown, ...views.flatMap(({ user }) => user ?? [])].find(({ by }) => search.own.includes(by))
    if (own !== undefined) return toUser(own)
    return (await isSupported(context, search, { shown, proof, views })) ? toUser(shown) : undefined
  })
}

const toUser = ({ fields: _, ...user }: ShownUser): NonceUser => user

/** What an endpoint has at the height at which another one found the user of the nonce. */
interface BlockView {
  /**
   * Whether the user can be another by it: its block there has none or another one, or it has not come so far and has the nonce
   * used already. Not if it has not the block any more.
   */
  readonly denies: boolean
  /** The account's transaction with the nonce in that block. */
  readonly user: ShownUser | undefined
}

async function viewBlock(
  endpoint: CheckedEndpoint,
  search: NonceSearch,
  { by, block: number }: ShownUser,
): Promise<BlockView> {
  const calls = [
    headCall('latest'),
    rpcCall('eth_getBlockByNumber', toQuantity(number), true),
    rpcCall('eth_getTransactionCount', search.sender, 'latest'),
  ]
  const [shown, block, count] = (await endpoint.ask(calls, { again: true })).map((answer) => requireResult(answer))
  const head = blockOf(parseHead(shown))
  if (block === null) return { denies: head.number < number && parseNumber(count) > search.nonce, user: undefined }
  const found = findUserInBlock(block, search)
  const user = found && { endpoint: endpoint.name, head, block: number, ...found }
  return { denies: user?.by !== by, user }
}

interface Candidate {
  readonly shown: ShownUser
  /** False if its type's hash cannot be computed. */
  readonly proof: boolean
  readonly views: readonly BlockView[]
}

/** Without a proof two endpoints have to show it, or the only one that answers. */
async function isSupported(
  context: UserContext,
  search: NonceSearch,
  { shown, proof, views }: Candidate,
): Promise<boolean> {
  for (const { denies, user } of views)
    if (denies && (user === undefined || (await checkUser(context, search, user)) !== 'forged')) return false
  const agreeing = views.filter(({ user }) => user?.by === shown.by)
  return proof || agreeing.length >= Math.min(2, views.length)
}

const checkUser = (
  { prove, network }: UserContext,
  { sender, own }: NonceSearch,
  { by, fields }: ShownUser,
): Promise<boolean | 'forged'> =>
  own.includes(by) ? Promise.resolve(true) : checkProof(prove, { hash: by, from: sender, fields }, network.chainId)
