/**
 * A new block each second in which some of the generated pairs have other reserves: somebody gives them a little of one of
 * their tokens, and they take note of it (`sync`). Half of them are those of the block before, which are given as much of
 * the other token: prices come back, as arbitrage sees to it. Ordinary transactions, so that no state changes but by a block.
 */
import { AbiCoder, id } from 'ethers'
import { randomOf } from './random.mjs'

const abi = AbiCoder.defaultAbiCoder()
const [transfer, sync] = ['transfer(address,uint256)', 'sync()'].map((text) => id(text).slice(0, 10))

/** @returns stops it, and says how many blocks there were */
export async function mineBlocks(rpc, { pairs, changed, seed, from }) {
  const random = randomOf(seed + 1)
  const drawn = () => pairs[Math.floor(random() * pairs.length)]
  let [blocks, running, before] = [0, true, []]
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

/** A five hundredth of what the pair has had of the token. */
const gift = ({ address, sides, amounts }, side) => [
  { to: sides[side], data: transfer + abi.encode(['address', 'uint256'], [address, amounts[side] / 500n]).slice(2) },
  { to: address, data: sync },
]

async function send(rpc, from, calls) {
  const first = Number(await rpc.one('eth_getTransactionCount', from, 'latest'))
  const numbered = calls.map((call, i) => ({ ...call, from, gas: '0x30d40', nonce: `0x${(first + i).toString(16)}` }))
  await rpc.many(numbered.map((call) => ['eth_sendTransaction', call]))
}
