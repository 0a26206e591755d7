// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice The swap of Curve's StableSwap. The first pools return nothing.
interface ICurvePool {
    function exchange(int128 from, int128 to, uint256 amountIn, uint256 minOut) external;
}

/// @notice The swap of StableSwap-NG, which pays a given receiver.
interface ICurvePoolNG {
    function exchange(int128 from, int128 to, uint256 amountIn, uint256 minOut, address receiver)
        external
        returns (uint256);
}

/// @notice A metapool: its own token comes first, then those of the base pool.
interface ICurveMetaPool {
    function exchange_underlying(int128 from, int128 to, uint256 amountIn, uint256 minOut) external;
}

/// @notice A metapool of StableSwap-NG.
interface ICurveMetaPoolNG {
    function exchange_underlying(int128 from, int128 to, uint256 amountIn, uint256 minOut, address receiver)
        external
        returns (uint256);
}

/// @title Adapter for Curve's StableSwap pools
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract CurveStable is IAdapter {
    uint256 private constant NG = 1;
    uint256 private constant BELOW = 2;

    /// @dev The router checks the minimum, at the recipient.
    /// @param data 1 << 41 if tokens of the base pool are traded | 1 << 40 for a StableSwap-NG | index of `tokenIn` in
    /// the pool << 24 | index of `tokenOut`
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        Token.approve(tokenIn, pool, amountIn);
        amountOut = _exchange(pool, data, amountIn, to);
        if (data >> 40 & NG == 0) {
            amountOut = Token.balanceOf(tokenOut, address(this));
            Token.transfer(tokenOut, to, amountOut);
        }
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);
    }

    /// @return what a StableSwap-NG paid to `to`; others pay this contract
    function _exchange(address pool, uint256 data, uint256 amountIn, address to) private returns (uint256) {
        (int128 i, int128 j) = (int128(uint128(uint8(data >> 24))), int128(uint128(uint8(data))));
        uint256 kind = data >> 40;
        if (kind == NG) return ICurvePoolNG(pool).exchange(i, j, amountIn, 0, to);
        if (kind == NG | BELOW) return ICurveMetaPoolNG(pool).exchange_underlying(i, j, amountIn, 0, to);
        if (kind == BELOW) ICurveMetaPool(pool).exchange_underlying(i, j, amountIn, 0);
        else ICurvePool(pool).exchange(i, j, amountIn, 0);
        return 0;
    }
}
