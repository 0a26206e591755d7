/** A new block each second in which some of the generated pairs have other reserves: written, as no swap is needed. */
import { AbiCoder, id } from 'ethers'
import { randomOf } from './random.mjs'

const abi = AbiCoder.defaultAbiCoder()
const reservesSlot = `0x${'8'.padStart(64, '0')}`
const half = (1n << 112n) - 1n
const selectors = { length: id('allPairsLength()').slice(0, 10), at: id('allPairs(uint256)').slice(0, 10) }

/** The addresses of the last pairs that each factory has made. */
export async function pairsOf(rpc, factories, most) {
  const found = []
  for (const factory of factories) {
    const length = Number(await rpc.one('eth_call', { to: factory, data: selectors.length }, 'latest'))
    const indexes = Array.from({ length: Math.min(length, most) }, (_, i) => length - 1 - i)
    const data = (i) => selectors.at + abi.encode(['uint256'], [i]).slice(2)
    const calls = indexes.map((i) => ['eth_call', { to: factory, data: data(i) }, 'latest'])
    found.push(...(await rpc.many(calls)).map((answer) => `0x${answer.slice(26)}`))
  }
  return found
}

/** @returns stops it, and says how many blocks there were */
export function mineBlocks(rpc, { pairs, changed, seed }) {
  const random = randomOf(seed + 1)
  let [blocks, running] = [0, true]
  const done = (async () => {
    while (running) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await mineOne(
        rpc,
        Array.from({ length: changed }, () => pairs[Math.floor(random() * pairs.length)]),
        random,
      )
      blocks += 1
    }
  })()
  return async () => {
    running = false
    await done
    return blocks
  }
}

async function mineOne(rpc, pairs, random) {
  const words = await rpc.many(pairs.map((pair) => ['eth_getStorageAt', pair, reservesSlot, 'latest']))
  const moved = words.map((text) => {
    const word = BigInt(text)
    const reserve = word & half
    return word - reserve + (reserve * BigInt(9_950 + Math.floor(random() * 101))) / 10_000n
  })
  const hex = (n) => `0x${n.toString(16).padStart(64, '0')}`
  await rpc.many([...pairs.map((pair, i) => ['anvil_setStorageAt', pair, reservesSlot, hex(moved[i])]), ['evm_mine']])
}
