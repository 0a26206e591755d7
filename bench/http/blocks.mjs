/**
 * A new block each second in which some of the generated pairs have other reserves: somebody gives them a little of their
 * token, and they take note of it (`sync`). Ordinary transactions, so that no state changes but by a block.
 */
import { AbiCoder, id } from 'ethers'
import { randomOf } from './random.mjs'

const abi = AbiCoder.defaultAbiCoder()
const [transfer, sync] = ['transfer(address,uint256)', 'sync()'].map((text) => id(text).slice(0, 10))

/** @returns stops it, and says how many blocks there were */
export async function mineBlocks(rpc, { pairs, changed, seed, from }) {
  const random = randomOf(seed + 1)
  const drawn = () => pairs[Math.floor(random() * pairs.length)]
  let [blocks, running] = [0, true]
  await rpc.one('evm_setAutomine', false)
  const done = (async () => {
    while (running) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await send(rpc, from, Array.from({ length: changed }, drawn).flatMap(gift))
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
const gift = ({ address, token, amount }) => [
  { to: token, data: transfer + abi.encode(['address', 'uint256'], [address, amount / 500n]).slice(2) },
  { to: address, data: sync },
]

async function send(rpc, from, calls) {
  const first = Number(await rpc.one('eth_getTransactionCount', from, 'latest'))
  const numbered = calls.map((call, i) => ({ ...call, from, gas: '0x30d40', nonce: `0x${(first + i).toString(16)}` }))
  await rpc.many(numbered.map((call) => ['eth_sendTransaction', call]))
}
