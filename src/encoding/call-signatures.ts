/** Names of the calls in a swap's trace, without any service that looks selectors up. */
import { routerAbi } from './contracts/router.gen.ts'
import { keccakText } from './keccak.ts'

/** Parameters and results by their types; what follows a type of no fixed size is not decoded. */
export interface CallSignature {
  readonly name: string
  readonly inputs: readonly { readonly type: string; readonly name: string }[]
  /** The type of its one result that is of interest. */
  readonly output: string | undefined
  /** Its amounts are of the token that is called. */
  readonly isTokenCall: boolean
}

const tokenCalls = [
  'transfer(address to,uint256 amount) bool',
  'transferFrom(address from,address to,uint256 amount) bool',
  'approve(address spender,uint256 amount) bool',
  'balanceOf(address owner) amount',
  'allowance(address owner,address spender) amount',
  'deposit()',
  'withdraw(uint256 amount)',
  'permit(address owner,address spender,uint256 amount,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
  'decimals() uint8',
  'symbol()',
  'totalSupply() amount',
] as const

const poolCalls = [
  'getReserves() uint112',
  'token0() address',
  'token1() address',
  'fee() uint24',
  'swap(uint256 amount0Out,uint256 amount1Out,address to,bytes data)',
  'swap(address recipient,bool zeroForOne,int256 amount,uint160 sqrtPriceLimitX96,bytes data)',
  'slot0() uint160',
  'globalState() uint160',
  'liquidity() uint128',
  'uniswapV3SwapCallback(int256 amount0,int256 amount1,bytes data)',
  'pancakeV3SwapCallback(int256 amount0,int256 amount1,bytes data)',
  'algebraSwapCallback(int256 amount0,int256 amount1,bytes data)',
  'ramsesV2SwapCallback(int256 amount0,int256 amount1,bytes data)',
  'uniswapV2Call(address sender,uint256 amount0,uint256 amount1,bytes data)',
  'unlock(bytes data)',
  'lock(bytes data)',
  'lockAcquired(bytes data)',
  'sync(address token)',
  'settle() uint256',
  'take(address token,address to,uint256 amount)',
  'swap((address,address,uint24,int24,address) key,(bool,int256,uint160) params,bytes hookData)',
  'exchange(int128 i,int128 j,uint256 dx,uint256 minDy) uint256',
  'exchange(uint256 i,uint256 j,uint256 dx,uint256 minDy) uint256',
  'swap(uint8 from,uint8 to,uint256 dx,uint256 minDy,uint256 deadline) uint256',
  'coins(uint256 i) address',
  'get_dy(int128 i,int128 j,uint256 dx) uint256',
  'getVault() address',
  'getPoolId() bytes32',
  'onSwap(bytes request)',
  'deposit(uint256 assets,address receiver) uint256',
  'redeem(uint256 shares,address receiver,address owner) uint256',
  'convertToAssets(uint256 shares) uint256',
  'convertToShares(uint256 assets) uint256',
  'wrap(uint256 amount) uint256',
  'unwrap(uint256 amount) uint256',
  'getFee(address pool,bool stable) uint256',
  'getAmountOut(uint256 amountIn,address tokenIn) uint256',
  'swap(bool swapForY,address to)',
  'getSwapOut(uint128 amountIn,bool swapForY) uint128',
  'sellGem(address to,uint256 gemAmount)',
  'buyGem(address to,uint256 gemAmount)',
  'sellBase(address to) uint256',
  'sellQuote(address to) uint256',
] as const

let table: ReadonlyMap<string, CallSignature> | undefined

/** The signature of calldata; `undefined` if its selector is not known. */
export function findCallSignature(data: string): CallSignature | undefined {
  table ??= buildTable()
  return table.get(data.slice(0, 10))
}

function buildTable(): ReadonlyMap<string, CallSignature> {
  const found = new Map<string, CallSignature>()
  for (const text of routerAbi) {
    if (!text.startsWith('function ')) continue
    const head = text
      .slice('function '.length)
      .replace(/\) (?:view |payable |pure )*returns .*$|\) (?:view|payable|pure)$/, ')')
    add(found, head.replaceAll(', ', ','), false)
  }
  for (const text of poolCalls) add(found, text, false)
  for (const text of tokenCalls) add(found, text, true)
  return found
}

function add(found: Map<string, CallSignature>, text: string, isTokenCall: boolean): void {
  const open = text.indexOf('(')
  const close = text.lastIndexOf(')')
  const name = text.slice(0, open)
  const inputs = splitParameters(text.slice(open + 1, close)).map(parseParameter)
  const output = text.slice(close + 1).trim()
  const selector = keccakText(`${name}(${inputs.map(({ type }) => type).join(',')})`).slice(0, 10)
  found.set(selector, { name, inputs, output: output === '' ? undefined : output, isTokenCall })
}

/** At the commas outside of brackets. */
function splitParameters(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return part === '' ? parts : [...parts, part]
}

/** `address to`, or a tuple, whose members' names are dropped. */
function parseParameter(text: string): CallSignature['inputs'][number] {
  const [, tuple, name = ''] = /^(\(.*\)) ?(\w*)$/.exec(text) ?? []
  if (tuple !== undefined) {
    const members = splitParameters(tuple.slice(1, -1)).map((one) => parseParameter(one).type)
    return { type: `(${members.join(',')})`, name }
  }
  const [type = '', plain = ''] = text.split(' ')
  return { type, name: plain }
}
