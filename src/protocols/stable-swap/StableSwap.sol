// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice The swap of Saddle's StableSwap and its forks. They pull the input by allowance.
interface IStableSwap {
    function swap(uint8 from, uint8 to, uint256 amountIn, uint256 minOut, uint256 deadline) external returns (uint256);
}

/// @title Adapter for pools of the Saddle family
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract StableSwap is IAdapter {
    /// @param data index of `tokenIn` in the pool << 24 | index of `tokenOut`
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        Token.approve(tokenIn, pool, amountIn);
        // The router checks the minimum, at the recipient, and the deadline.
        IStableSwap(pool).swap(uint8(data >> 24), uint8(data), amountIn, 0, block.timestamp);
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);

        amountOut = Token.balanceOf(tokenOut, address(this));
        Token.transfer(tokenOut, to, amountOut);
    }
}
