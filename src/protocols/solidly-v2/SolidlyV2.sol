// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice The common interface of Solidly V2 pools: Velodrome, Aerodrome and their forks.
interface ISolidlyPool {
    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

/// @title Adapter for Solidly V2 pools, volatile and stable, which quote their output before they are paid
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract SolidlyV2 is IAdapter {
    /// @dev The pool itself sends the output to `to`. It refuses to give more than its curve allows, so a false quote
    /// can only cost the payer, who has named a minimum.
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        amountOut = ISolidlyPool(pool).getAmountOut(amountIn, tokenIn);
        Token.transfer(tokenIn, pool, amountIn);
        (uint256 out0, uint256 out1) = tokenIn < tokenOut ? (uint256(0), amountOut) : (amountOut, uint256(0));
        ISolidlyPool(pool).swap(out0, out1, to, "");
    }
}
