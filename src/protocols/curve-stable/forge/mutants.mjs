/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in CurveStable.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  [
    'exchanges the tokens',
    'int128(uint128(uint8(data >> 24))), int128(uint128(uint8(data)))',
    'int128(uint128(uint8(data))), int128(uint128(uint8(data >> 24)))',
  ],
  ['keeps the output', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['takes a new pool for an old one', 'if (kind == NG) return', 'if (kind == type(uint256).max) return'],
  [
    'takes the tokens below a new pool for its own',
    'if (kind == NG | BELOW) return',
    'if (kind == type(uint256).max) return',
  ],
  ['takes the tokens below an old pool for its own', 'if (kind == BELOW) ', 'if (kind == type(uint256).max) '],
  [
    'has a new pool pay itself',
    'ICurvePoolNG(pool).exchange(i, j, amountIn, 0, to)',
    'ICurvePoolNG(pool).exchange(i, j, amountIn, 0, address(this))',
  ],
]
