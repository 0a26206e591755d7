/** Transactions of the gas test, and the gas that they need. */
import type { Hex } from '#domain/units'
import type { Rpc } from '#sandbox/anvil/rpc'

/** More than any swap takes. */
const most = 30_000_000

/** To a part in 512: the node's own search tells where to look, and calls there decide. */
export async function findNeed(rpc: Rpc, call: object): Promise<number | undefined> {
  const succeeds = (limit: number) =>
    rpc('eth_call', { ...call, gas: toHex(BigInt(limit)) }, 'pending').then(
      () => true,
      () => false,
    )
  if (!(await succeeds(most))) return undefined
  const guess = Number(await rpc<Hex>('eth_estimateGas', { ...call, gas: toHex(BigInt(most)) }, 'pending'))
  const step = Math.ceil(guess / 512)
  let [low, high] = [guess - step, guess]
  for (let by = step; !(await succeeds(high)); by *= 2) [low, high] = [high, high + by]
  for (let by = step; await succeeds(low); by *= 2) [low, high] = [Math.max(0, low - by), low]
  while (high - low > step) {
    const middle = Math.floor((low + high) / 2)
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}

/** Why a call reverts whatever its gas: the error's selector, or the node's message. */
export const findRevert = (rpc: Rpc, call: object): Promise<string | undefined> =>
  rpc('eth_call', { ...call, gas: toHex(BigInt(most)) }, 'pending').then(
    () => undefined,
    (error: Error & { readonly data?: string }) => error.data?.slice(0, 10) ?? error.message,
  )

let sent = 0n

interface Mined {
  readonly status: Hex
  readonly gasUsed: Hex
}

/**
 * At a price of its own, so that no hash occurs twice: a chain that was reverted takes known bytes for mined. Sent again
 * only if anvil has dropped it, as it does when it forgets, after a revert, what it mined before: on a busy machine one that
 * it still holds is mined late, and another would be mined too.
 */
export async function mine(rpc: Rpc, call: object, limit: bigint): Promise<Mined> {
  for (let tries = 0; tries < 20; tries += 1) {
    sent += 1n
    const price = toHex(10n ** 11n + sent)
    const hash = await rpc<Hex>('eth_sendTransaction', { ...call, gas: toHex(limit), gasPrice: price })
    const mined = await waitUntilMined(rpc, hash)
    if (mined !== undefined) return mined
  }
  throw new Error('not mined')
}

/** @returns `undefined` if the node has known nothing of it for some time */
async function waitUntilMined(rpc: Rpc, hash: Hex): Promise<Mined | undefined> {
  for (let unknown = 0; unknown < 100; ) {
    const mined = await rpc<Mined | null>('eth_getTransactionReceipt', hash)
    if (mined !== null) return mined
    const isKnown = (await rpc<object | null>('eth_getTransactionByHash', hash)) !== null
    unknown = isKnown ? 0 : unknown + 1
    await new Promise((resolve) => setTimeout(resolve, unknown < 20 ? 1 : 5))
  }
  return undefined
}

export const toHex = (n: bigint): string => `0x${n.toString(16)}`
