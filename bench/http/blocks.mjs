/**
 * Mines a block per second in which some of the generated pairs change: each is sent a little of one of its tokens and
 * updates its reserves (`sync`). Half of them are the pairs of the block before, which are sent as much of the other
 * token: prices return, as arbitrage would do. Ordinary transactions, so that state changes only with a block.
 */
import { AbiCoder, id } from 'ethers'
import { itemAt } from './item-at.mjs'
import { randomOf } from './random.mjs'

/**
 * @import { rpcOf } from './rpc.mjs'
 * @import { Pair } from './shapes.ts'
 * @typedef {ReturnType<typeof rpcOf>} Rpc
 * @typedef {{ to: string, data: string }} Sent
 */

const abi = AbiCoder.defaultAbiCoder()
const transfer = id('transfer(address,uint256)').slice(0, 10)
const sync = id('sync()').slice(0, 10)

/**
 * @returns a function that stops mining and returns the number of blocks
 * @param {Rpc} rpc
 * @param {{ pairs: readonly Pair[], changed: number, seed: number, from: string }} options
 */
export async function mineBlocks(rpc, { pairs, changed, seed, from }) {
  const random = randomOf(seed + 1)
  const drawn = () => itemAt(pairs, Math.floor(random() * pairs.length))
  let [blocks, running] = [0, true]
  /** @type {readonly Pair[]} */
  let before = []
  await rpc.one('evm_setAutomine', false)
  const done = (async () => {
    while (running) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const now = Array.from({ length: changed / 2 }, drawn)
      await send(rpc, from, [...before.flatMap((pair) => gift(pair, 1)), ...now.flatMap((pair) => gift(pair, 0))])
      before = now
      await rpc.one('evm_mine')
      blocks += 1
    }
  })()
  return async () => {
    running = false
    await done
    await rpc.one('evm_setAutomine', true)
    return blocks
  }
}

/**
 * Sends the pair one five-hundredth of its initial amount of the token.
 * @param {Pair} pair
 * @param {0 | 1} side
 * @returns {Sent[]}
 */
const gift = ({ address, sides, amounts }, side) => [
  { to: sides[side], data: transfer + abi.encode(['address', 'uint256'], [address, amounts[side] / 500n]).slice(2) },
  { to: address, data: sync },
]

/**
 * @param {Rpc} rpc
 * @param {string} from
 * @param {readonly Sent[]} calls
 */
async function send(rpc, from, calls) {
  const first = Number(await rpc.one('eth_getTransactionCount', from, 'latest'))
  const numbered = calls.map((call, i) => ({ ...call, from, gas: '0x30d40', nonce: `0x${(first + i).toString(16)}` }))
  await rpc.many(numbered.map((call) => ['eth_sendTransaction', call]))
}
