/**
 * Adds a thousand pairs to the sandbox: tokens that are copies of one of its own, in pairs created by the factories of
 * Uniswap V2 and SushiSwap and filled in the normal way by transfers and `mint`.
 */
import { createHash } from 'node:crypto'
import { AbiCoder, id, keccak256 } from 'ethers'
import { itemAt } from './item-at.mjs'
import { randomOf } from './random.mjs'

/**
 * @import { Core } from './core.mjs'
 * @import { rpcOf } from './rpc.mjs'
 * @import { Call, Deal, DrawnToken, Pair } from './shapes.ts'
 * @typedef {ReturnType<typeof rpcOf>} Rpc
 * @typedef {Core['sandboxGround']} Contracts
 * @typedef {() => number} Random
 * @typedef {keyof typeof hubDollars} Hub
 * @typedef {'uniswap-v2' | 'sushi-v2'} Venue
 */

const abi = AbiCoder.defaultAbiCoder()
/** @param {string} text */
const selectorOf = (text) => id(text).slice(0, 10)
const selectors = {
  fillV2: selectorOf('fillV2(address,address,address,uint256,uint256)'),
  getPair: selectorOf('getPair(address,address)'),
}
/** Storage slots of `contracts/sandbox/SandboxToken.sol`. */
const slots = { symbol: 1, decimals: 2, supply: 3, balances: 4 }
const hubDollars = { WETH: 2_500, USDC: 1, USDT: 1, DAI: 1, WBTC: 60_000 }
const hubs = /** @type {Hub[]} */ (Object.keys(hubDollars))
/** @type {readonly Venue[]} */
const venues = ['uniswap-v2', 'sushi-v2']
const pairsEach = 5
/** Transactions that fit into one block: a node that mines meanwhile, or keeps some for later blocks, may lose one. */
const [perBlock, gasEach] = [8, 3_500_000]
const plenty = 2n ** 120n

/**
 * @param {Rpc} rpc
 * @param {Contracts} contracts
 * @param {{ pools: number, seed: number }} options
 * @returns {Promise<{ tokens: DrawnToken[], pairs: Pair[] }>}
 */
export async function deployMarket(rpc, contracts, { pools, seed }) {
  const random = randomOf(seed)
  const tokens = Array.from({ length: Math.ceil(pools / pairsEach) }, (_, i) => drawToken(random, { seed, i }))
  const code = await rpc.one('eth_getCode', contracts.tokens.UNI.address, 'latest')
  await rpc.many(
    tokens.flatMap((token, i) => placing(token, { code, i, owners: [contracts.filler, contracts.treasury] })),
  )
  await rpc.one('anvil_impersonateAccount', contracts.treasury)
  const deals = tokens.flatMap((token) => pairing(random, contracts, token)).slice(0, pools)
  await rpc.one('evm_setAutomine', false)
  for (let i = 0; i < deals.length; i += perBlock) await sendAll(rpc, contracts, deals.slice(i, i + perBlock))
  await rpc.one('evm_setAutomine', true)
  return { tokens, pairs: await pairsOf(rpc, deals) }
}

/**
 * @param {Random} random
 * @param {{ seed: number, i: number }} options
 * @returns {DrawnToken}
 */
function drawToken(random, { seed, i }) {
  const address = `0x${createHash('sha256').update(`swapline ${seed} ${i}`).digest('hex').slice(0, 40)}`
  return { address, decimals: itemAt([18, 18, 6, 8], i % 4), dollars: 10 ** (random() * 4 - 2) }
}

/**
 * @param {DrawnToken} token
 * @param {{ code: unknown, i: number, owners: readonly string[] }} options
 * @returns {Call[]}
 */
function placing({ address, decimals }, { code, i, owners }) {
  const symbol = `T${i}`
  const short = `0x${Buffer.from(symbol).toString('hex').padEnd(62, '0')}${(2 * symbol.length).toString(16).padStart(2, '0')}`
  /** @param {string} owner */
  const balanceOf = (owner) => keccak256(abi.encode(['address', 'uint256'], [owner, slots.balances]))
  /**
   * @param {string} slot
   * @param {string} value
   * @returns {Call}
   */
  const store = (slot, value) => ['anvil_setStorageAt', address, slot, value]
  return [
    ['anvil_setCode', address, code],
    store(word(slots.symbol), short),
    store(word(slots.decimals), word(decimals)),
    store(word(slots.supply), word(plenty)),
    ...owners.map((owner) => store(balanceOf(owner), word(plenty))),
  ]
}

/**
 * Five of the ten pairs of a token with the hubs at both factories, from $20,000 to $500,000 a side.
 * @param {Random} random
 * @param {Contracts} contracts
 * @param {DrawnToken} token
 * @returns {Deal[]}
 */
function pairing(random, { tokens, factories }, token) {
  const all = hubs.flatMap((hub) => venues.map((venue) => ({ hub, venue })))
  const drawn = all.map((one) => ({ one, at: random() })).toSorted((a, b) => a.at - b.at)
  return drawn.slice(0, pairsEach).map(({ one: { hub, venue } }) => {
    const dollars = 20_000 * 25 ** random()
    const off = 1 + (random() - 0.5) / 200
    return {
      factory: factories[venue],
      sides: [token.address, tokens[hub].address],
      amounts: [
        raw((dollars * off) / token.dollars, token.decimals),
        raw(dollars / hubDollars[hub], tokens[hub].decimals),
      ],
    }
  })
}

/**
 * @param {number} whole
 * @param {number} decimals
 */
const raw = (whole, decimals) => (BigInt(Math.round(whole * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
/** @param {number | bigint} n */
const word = (n) => `0x${BigInt(n).toString(16).padStart(64, '0')}`

/**
 * @param {Rpc} rpc
 * @param {readonly Deal[]} deals
 * @returns {Promise<Pair[]>}
 */
async function pairsOf(rpc, deals) {
  /** @type {Call[]} */
  const calls = deals.map(({ factory, sides }) => {
    const data = selectors.getPair + abi.encode(['address', 'address'], sides).slice(2)
    return ['eth_call', { to: factory, data }, 'latest']
  })
  const answers = await rpc.many(calls)
  return deals.map(({ sides, amounts }, i) => ({ address: `0x${String(answers[i]).slice(26)}`, sides, amounts }))
}

/**
 * @param {Rpc} rpc
 * @param {Contracts} contracts
 * @param {readonly Deal[]} deals
 */
async function sendAll(rpc, { treasury, filler }, deals) {
  const types = ['address', 'address', 'address', 'uint256', 'uint256']
  const first = Number(await rpc.one('eth_getTransactionCount', treasury, 'latest'))
  /** @type {Call[]} */
  const calls = deals.map(({ factory, sides, amounts }, i) => {
    const data = selectors.fillV2 + abi.encode(types, [factory, ...sides, ...amounts]).slice(2)
    return [
      'eth_sendTransaction',
      { from: treasury, to: filler, data, gas: `0x${gasEach.toString(16)}`, nonce: `0x${(first + i).toString(16)}` },
    ]
  })
  const hashes = await rpc.many(calls)
  await rpc.one('evm_mine')
  const receipts = await rpc.many(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))
  const made = /** @type {({ status: string } | null)[]} */ (receipts)
  if (made.some((one) => one?.status !== '0x1')) throw new Error('a pair could not be made')
}
