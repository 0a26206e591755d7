// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice A pool of Fluid DEX T1, which pulls the input by allowance, or takes native currency as the call's value.
interface IFluidPool {
    function swapIn(bool sellsFirst, uint256 amountIn, uint256 minOut, address to)
        external
        payable
        returns (uint256 amountOut);
}

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

/// @title Adapter for Fluid DEX T1: wraps and unwraps for pools of native currency
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract FluidDex is IAdapter {
    uint256 private constant SELLS_FIRST = 1;
    uint256 private constant SELLS_NATIVE = 2;
    uint256 private constant BUYS_NATIVE = 4;

    /// @dev From the wrapped token, and from the liquidity layer, which pays for pools; it leaves in the same call.
    receive() external payable {}

    /// @dev The router checks the minimum, at the recipient.
    /// @param data three bits: token 0 is sold; `tokenIn` is the wrapped form of a native currency that the pool takes;
    /// the same for `tokenOut`
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        bool wraps = data & BUYS_NATIVE != 0;
        bool sellsFirst = data & SELLS_FIRST != 0;
        address receiver = wraps ? address(this) : to;
        if (data & SELLS_NATIVE != 0) {
            IWrapped(tokenIn).withdraw(amountIn);
            amountOut = IFluidPool(pool).swapIn{value: amountIn}(sellsFirst, amountIn, 0, receiver);
        } else {
            Token.approve(tokenIn, pool, amountIn);
            amountOut = IFluidPool(pool).swapIn(sellsFirst, amountIn, 0, receiver);
            Token.approve(tokenIn, pool, 0);
            uint256 left = Token.balanceOf(tokenIn, address(this));
            if (left != 0) revert PartialFill(amountIn - left, amountIn);
        }
        if (wraps) {
            IWrapped(tokenOut).deposit{value: amountOut}();
            Token.transfer(tokenOut, to, amountOut);
        }
    }
}
